import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpointsOf, publicAccess, publicWithActor, viewerOfService } from '#contract/endpoint.ts';
import { createLog } from '../platform/log.ts';
import type { GuardedRequest } from './endpoint-pipeline.ts';
import { answerError } from './error-handler.ts';
import { invalidBySchema, notFound, Redirect } from './errors.ts';
import { apiOf } from './implement.ts';
import { InternalCalls, type PageRequest } from './internal-calls.ts';

const app = Fastify();
const ownCalls = new InternalCalls();
const guarded: GuardedRequest[] = [];
const logged: string[] = [];

const params = z.object({ name: z.string().max(9) });
const query = z.object({ count: z.coerce.number().int().max(20).optional(), q: z.string().optional() });
const response = z.object({ name: z.string(), count: z.number().optional(), seen: z.array(z.unknown()) });
const common = { summary: 'A thing', query, response } as const;
const endpoint = endpointsOf({ tag: 'things', access: publicAccess, params });
const find = endpoint('GET', '/things/:name', { ...common, alsoAnswers: [301] });
const secret = endpoint('GET', '/secrets/:name', { ...common, access: viewerOfService });
const change = endpoint('PUT', '/things/:name', common);
const personal = endpoint('GET', '/personal/:name', { ...common, access: publicWithActor });

beforeAll(async () => {
  app.setErrorHandler(answerError);
  app.setSerializerCompiler(serializerCompiler);
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: invalidBySchema(parsed.error) };
  });
  await app.register(async (scope) => {
    const guard = async (_endpoint: Endpoint, request: GuardedRequest) => {
      guarded.push(request);
      if ((request.params as { name: string }).name === 'hidden') throw notFound('No such thing');
    };
    const api = apiOf(scope, [guard], ownCalls);
    for (const each of [find, secret, change, personal]) {
      api.implement(each, async ({ params: { name }, query: { count, q }, caller, browser, actor }) => {
        if (name === 'moved') throw new Redirect('/things/other');
        if (name === 'broken') throw new Error('Out of order');
        const seen = [q ?? null, actor ?? null, caller.language, browser.readCookie('session') ?? null];
        return { name, ...(count !== undefined && { count: count + 1 }), seen, inside: 'not declared' } as never;
      });
    }
  });
  // Cookies are provided by a plugin in the real application.
  app.decorateRequest('cookies', { getter: () => ({}) } as never);
  await app.ready();
});

afterAll(() => app.close());

beforeEach(() => {
  guarded.length = 0;
  logged.length = 0;
});

const pageRequest: PageRequest = {
  ip: '192.0.2.1',
  id: 'request',
  protocol: 'http',
  host: 'news.example',
  log: createLog('info', { write: (line) => void logged.push(line) }),
  headers: { 'accept-language': 'ja', authorization: 'Bearer token', cookie: 'session=1' } as object,
};

test.each<[string, Record<string, string>]>([
  ['plain', {}],
  ['plain', { count: '7', q: '墨' }],
  ['plain', { count: '' }],
  ['plain', { count: '21' }],
  ['plain', { count: 'x', 'no-such-name': '1' }],
  ['much-too-long', {}],
  ['hidden', {}],
  ['broken', {}],
])('internal call for %s with %j equals the HTTP request', async (name, query) => {
  const url = `/things/${name}?${new URLSearchParams(query)}`;
  const byAddress = await app.inject({ url, headers: { 'accept-language': 'ja' } });
  const own = await ownCalls.answer({ method: 'GET', path: find.path, params: { name }, query }, pageRequest);
  expect(own && { status: own.status, body: own.body }).toEqual({
    status: byAddress.statusCode,
    body: byAddress.json(),
  });
});

test("internal calls are anonymous despite the page's credentials", async () => {
  const answer = await ownCalls.answer(
    { method: 'GET', path: personal.path, params: { name: 'a' }, query: {} },
    pageRequest,
  );
  expect(answer).toEqual({ status: 200, body: { name: 'a', seen: [null, null, 'ja', null] } });
  expect(guarded.map(({ headers }) => headers)).toEqual([{}]);
});

test('protected, writing and moved endpoints need a real request', async () => {
  const call = { params: { name: 'a' }, query: {} };
  expect(await ownCalls.answer({ ...call, method: 'GET', path: secret.path }, pageRequest)).toBeUndefined();
  expect(await ownCalls.answer({ ...call, method: 'PUT', path: change.path }, pageRequest)).toBeUndefined();
  expect(await ownCalls.answer({ ...call, method: 'GET', path: '/nowhere' }, pageRequest)).toBeUndefined();
  expect(guarded).toEqual([]);
  const moved = { method: 'GET', path: find.path, params: { name: 'moved' }, query: {} } as const;
  expect(await ownCalls.answer(moved, pageRequest)).toBeUndefined();
});

test('failures are logged and reported as server error', async () => {
  const call = { method: 'GET', path: find.path, params: { name: 'broken' }, query: {} } as const;
  expect(await ownCalls.answer(call, pageRequest)).toEqual({ status: 500, body: { message: 'Server error' } });
  expect(logged.join()).toContain('Out of order');
});
