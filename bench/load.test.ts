/** @module-tag extended */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createBareServer } from './bare-server.ts';
import { load, percentile } from './load.ts';
import { recordAnswers } from './record-answers.ts';
import type { Scenario } from './scenarios.ts';

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const servers = ['bare', 'warm'] as const;
const scenarios: Scenario[] = [
  { name: 'A page', paths: ['/page?count=1'], headers: {}, expectedStatus: 200, servers },
  { name: 'Not modified', paths: ['/page?count=1'], headers: { 'if-none-match': '*' }, expectedStatus: 304, servers },
];

const original = () =>
  createServer((request, response) => {
    const isUnchanged = request.headers['if-none-match'] !== undefined;
    response.writeHead(isUnchanged ? 304 : 200, {
      etag: '"a"',
      'content-type': 'text/plain; charset=utf-8',
      vary: 'A, B',
    });
    response.end(isUnchanged ? undefined : 'かわら版');
  });

test('bare server replays recorded responses exactly', async () => {
  const url = await listen(original());
  const bare = await listen(createBareServer(await recordAnswers(url, scenarios)));
  const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'));
  for (const { paths, headers } of scenarios) {
    const [path] = paths;
    const options = { headers };
    const [one, other] = await Promise.all([fetch(`${url}${path}`, options), fetch(`${bare}${path}`, options)]);
    expect(other.status).toBe(one.status);
    expect(headersOf(other)).toEqual(headersOf(one));
    expect(await other.text()).toBe(await one.text());
  }
  expect((await fetch(`${bare}/other`)).status).toBe(404);
});

test('load counts answered requests', async () => {
  const url = await listen(original());
  const requested = { url: `${url}/page`, headers: {}, connections: 2, seconds: 1 };
  const { requests, requestsPerSecond, p99Ms } = await load({ ...requested, expectedStatus: 200 });
  expect(requests).toBeGreaterThan(10);
  expect(requestsPerSecond).toBeGreaterThan(10);
  expect(p99Ms).toBeGreaterThan(0);
  await expect(load({ ...requested, expectedStatus: 304 })).rejects.toThrow('unexpected');
});

test('percentile returns one of the values', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(percentile([5], 0.99)).toBe(5);
  expect(
    percentile(
      Array.from({ length: 100 }, (_, index) => index + 1),
      0.99,
    ),
  ).toBe(99);
});
