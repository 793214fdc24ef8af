/** @module-tag extended */
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type FuzzedAnswer, problemOfAnswer } from './answers.ts';
import { type Operation, operationsOf } from './document.ts';
import { type Caller, inhabitedApp } from './inhabited-app.ts';
import { type FuzzedRequest, requestsFor } from './requests.ts';

/** Fixed by default for reproducible requests; failures print it. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Fewer on PostgreSQL, because most calls are rejected before the database is asked. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (inject('postgresUrl') === undefined ? 40 : 15));

const groups = Map.groupBy(
  endpoints.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`),
  (name) =>
    name
      .split('/')
      .slice(2, name.includes('/admin/') ? 4 : 3)
      .join('/'),
);

test('OpenAPI document contains every endpoint', async () => {
  const { get } = await testApp();
  const reported = operationsOf((await get('/api/openapi.json')).json).map(({ name }) => name);
  expect(reported.toSorted()).toEqual([...groups.values()].flat().toSorted());
});

test.for([...groups])('fuzzed calls of %s return documented responses', async ([, names]) => {
  const room = await inhabitedApp();
  const document = (await room.app.get('/api/openapi.json')).json;
  const operations = operationsOf(document).filter(({ name }) => names.includes(name));
  operations.sort((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
  for (const operation of operations) {
    const tokens = await room.tokens();
    const requests = requestsFor(document, operation, room.known);
    const caller = fc.constantFrom<Caller>('admin', 'admin', 'admin', 'editor', 'editor', 'nobody');
    const property = fc.asyncProperty(requests, caller, async (request, who) => {
      const problem = problemOfAnswer(operation, await answerTo(room.app, operation, request, tokens[who]));
      if (problem !== undefined) throw new Error(`${operation.name} by ${who}: ${problem}`);
    });
    await fc.assert(property, {
      seed: SEED,
      numRuns: RUNS,
      includeErrorInReport: true,
    });
  }
});

const order = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];

async function answerTo(
  { app }: TestApp,
  { method }: Operation,
  { url, contentType, payload }: FuzzedRequest,
  token: string | undefined,
): Promise<FuzzedAnswer> {
  const { statusCode, headers, body } = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: statusCode, contentType: String(headers['content-type']), body };
}
