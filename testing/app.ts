import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type Call, createApiClient } from '#contract/api-client.ts';
import { buildApp, type Tools } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { type TestClock, testClock } from './clock.ts';
import { testDatabase } from './database.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: TestClock;
  /** Calls endpoints through the application, without a port. */
  readonly call: Call;
  /** What was logged, a line an entry. */
  readonly logged: Record<string, unknown>[];
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  readonly json: any;
  readonly text: string;
}

/** The application without a web app, on a fresh database. A test in which it logs an unexpected error fails. */
export async function testApp(tools: Partial<Tools> & { expectsErrors?: boolean } = {}): Promise<TestApp> {
  const database = tools.database ?? (await testDatabase());
  const clock = testClock();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const config = await loadConfig({}, '/nonexistent');
  const app = await buildApp({ config, version: '0.0.0', database, clock, log, ...tools });
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    const errors = logged.filter(({ level }) => level === 'error' || level === 'fatal');
    if (errors.length > 0 && !tools.expectsErrors) throw new Error(`Unexpected errors: ${JSON.stringify(errors)}`);
  });
  const call = createApiClient({
    baseUrl: 'http://localhost/api',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = await app.inject({
        method: request.method as 'GET',
        url: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        ...(request.body && { payload: await request.text() }),
      });
      return new Response(answer.rawPayload as BodyInit, { status: answer.statusCode });
    },
  });
  const get = async (url: string, headers = {}): Promise<Answer> => {
    const answer = await app.inject({ url, headers });
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      json: isJson ? answer.json() : undefined,
    };
  };
  return { app, database, clock: (tools.clock as TestClock | undefined) ?? clock, call, logged, get };
}
