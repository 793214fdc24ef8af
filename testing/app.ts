import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Call, createApiClient } from '#contract/api-client.ts';
import type { Method } from '#contract/endpoint.ts';
import { deleteUser } from '#server/account/index.ts';
import { buildApp, type Tools } from '#server/app.ts';
import { type AuditLog, createAuditLog } from '#server/audit/index.ts';
import { loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { embeddedIdentity, type Identity, openUserPool, type UserPool } from '#server/identity/index.ts';
import { newSigningKeyPair } from '#server/identity/signing-keys.ts';
import type { UserPoolOptions } from '#server/identity/user-pool.ts';
import type { Mail } from '#server/mail/index.ts';
import { createImageProcessor } from '#server/media-images/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { createVault } from '#server/platform/vault.ts';
import { openWriteWatch } from '#server/process/open-write-watch.ts';
import { inProcessRenderer } from '#server/rendering/index.ts';
import { createCardRenderer } from '#server/syndication/index.ts';
import { type TestClock, testClock } from './clock.ts';
import { type Finish, testDatabase } from './database.ts';
import { testStorage } from './storage.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: TestClock;
  readonly userPool: UserPool;
  readonly identity: Identity;
  readonly audit: AuditLog;
  readonly call: Call;
  readonly logged: Record<string, unknown>[];
  readonly mails: Mail[];
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: Method, url: string, request?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  callWith(token: string): Call;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly json: any;
  readonly text: string;
}

export interface TestAppOptions extends Partial<Tools> {
  readonly userPool?: UserPool;
  readonly expectsErrors?: boolean;
  readonly finish?: Finish;
}

export async function testApp({ finish = onTestFinished, ...tools }: TestAppOptions = {}): Promise<TestApp> {
  const database = tools.database ?? (await testDatabase(finish));
  const clock = testClock();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const config = await loadConfig({}, '/nonexistent');
  const mails: Mail[] = [];
  const mailer = tools.mailer ?? { send: async (mail: Mail) => void mails.push(mail) };
  const audit = tools.audit ?? createAuditLog({ database, clock: tools.clock ?? clock });
  const userPool = tools.userPool ?? (await testUserPool({ database, clock: tools.clock ?? clock, mailer, audit }));
  const renderer = inProcessRenderer;
  const storage = tools.storage ?? (await testStorage(finish));
  const writeWatch = openWriteWatch(config, { database, storage, clock: tools.clock ?? clock, log: tools.log ?? log });
  const parts = {
    config,
    version: '0.0.0',
    database,
    storage,
    writeWatch,
    clock,
    log,
    vault: createVault(TEST_SECRET),
    mailer,
    audit,
    renderer,
    images: sharedImages,
    cards: sharedCards,
    scratchDir: join(tmpdir(), `kawaraban-scratch-${randomUUID()}`),
  };
  const identity = tools.identity ?? embeddedIdentity(userPool);
  const app = await buildApp({ ...parts, ...tools, identity });
  await app.ready();
  finish(async () => {
    await app.close();
    await rm(parts.scratchDir, { recursive: true, force: true });
    const errors = logged.filter(({ level }) => level === 'error' || level === 'fatal');
    if (errors.length > 0 && !tools.expectsErrors) throw new Error(`Unexpected errors: ${JSON.stringify(errors)}`);
  });
  const callWith = (headers: Record<string, string>) =>
    createApiClient({
      baseUrl: 'http://localhost/api',
      headers,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const response = await app.inject({
          method: request.method as 'GET',
          url: `${pathname}${search}`,
          headers: Object.fromEntries(request.headers),
          ...(request.body && { payload: await request.text() }),
        });
        return new Response(response.rawPayload as BodyInit, { status: response.statusCode });
      },
    });
  const send: TestApp['send'] = async (method, url, { body, headers = {} } = {}) => {
    const isText = typeof body === 'string';
    const response = await app.inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== '';
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      json: isJson ? response.json() : undefined,
    };
  };
  return {
    app,
    database,
    userPool,
    identity,
    audit,
    clock: (tools.clock as TestClock | undefined) ?? clock,
    call: callWith({}),
    callWith: (token) => callWith({ authorization: `Bearer ${token}` }),
    logged,
    mails,
    get: (url, headers = {}) => send('GET', url, { headers }),
    send,
  };
}

/** Creates a fixture once for all tests of a file or block, which must not change it. Returns a getter. */
export function sharedAmongTests<Made>(make: (finish: Finish) => Promise<Made>): () => Made {
  const ends: (() => Promise<void>)[] = [];
  let made: Made | undefined;
  beforeAll(async () => {
    made = await make((end) => ends.unshift(end));
  });
  afterAll(async () => {
    for (const end of ends.splice(0)) await end();
  });
  return () => {
    if (made === undefined) throw new Error('Nothing is made before the tests begin.');
    return made;
  };
}

export const sharedImages = createImageProcessor({ processes: 1, idleMs: 15_000 });
export const sharedCards = createCardRenderer({ idleMs: 15_000 });

let keyPair: ReturnType<typeof newSigningKeyPair> | undefined;

/** Shares one signing key among all tests of the worker, because generating a key is slow. */
export async function testUserPool(
  given: { database: Database; clock: Clock } & Partial<UserPoolOptions>,
): Promise<UserPool> {
  keyPair ??= newSigningKeyPair();
  const shared = await keyPair;
  return openUserPool({
    mailer: { send: async () => {} },
    audit: createAuditLog(given),
    deleteUser,
    secret: TEST_SECRET,
    issuer: 'http://localhost:3000/identity',
    newKeyPair: async () => shared,
    ...given,
  });
}

export const TEST_SECRET = 'a secret that only tests have, long enough';
