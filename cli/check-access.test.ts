import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { startProduct, temporaryFolder } from '#testing/product.ts';

const audit = (DATA_DIR: string, url: string) =>
  runKawaraban(['audit', 'access', '--url', url], { env: { DATA_DIR, PORT: '0' } }).ended;

test('audit finds no difference and leaves no data behind', { tags: ['extended'] }, async () => {
  const dataDir = await temporaryFolder();
  const url = await (await startProduct({ DATA_DIR: dataDir })).url;
  const { code, stdout } = await audit(dataDir, url);
  expect(stdout).toMatch(/^\d{4} calls, no differences\.\n$/);
  expect(code).toBe(0);
  expect(tablesWith(join(dataDir, 'kawaraban.db'), 'access-audit')).toEqual(['audit_log']);
});

test('audit reports a proxy with a shared cache and one account', { tags: ['extended'] }, async () => {
  const dataDir = await temporaryFolder();
  const url = await (await startProduct({ DATA_DIR: dataDir })).url;
  const { code, stdout, stderr } = await audit(dataDir, await carelessProxyOf(url));
  expect(stderr).toContain('nobody: ');
  expect(code).toBe(1);
  expect(stdout).toContain('nobody: GET /api/admin/posts/:serviceId (own service): returned 200, documented as 401\n');
  expect(stdout).toMatch(/nobody: GET \/api\/admin\/posts\/:serviceId \(own service\): contains draft content of the/);
  expect(stdout).toContain(
    'viewer: DELETE /api/admin/tags/:serviceId/:tagId (own service): returned 200, documented as 403\n',
  );
});

test.for([
  { args: [], code: 2, says: 'Use `audit access`.' },
  { args: ['access', '--url', 'ftp://x'], code: 2, says: '--url must be an http or https URL.' },
  { args: ['access', '--url', 'http://127.0.0.1:1'], code: 78, says: 'No server responds at http://127.0.0.1:1' },
])('audit rejects $args', async ({ args, code, says }) => {
  const result = await runInProcess(['audit', ...args], { env: { DATA_DIR: await temporaryFolder() } });
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(says);
});

function tablesWith(file: string, searched: string): string[] {
  using database = new DatabaseSync(file, { readOnly: true, readBigInts: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
  const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return tables.flatMap(({ name }) => {
    const rows = database.prepare(`select * from "${name}"`).all();
    return JSON.stringify(rows, toText).includes(searched) ? [String(name)] : [];
  });
}

/** Starts a proxy that caches GET responses regardless of the caller, and deletes tags with the first account it saw. */
async function carelessProxyOf(url: string): Promise<string> {
  const cache = new Map<string, { status: number; body: string }>();
  let account: string | undefined;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : (await text(request)) || null;
    const { host: _, connection: __, 'content-length': ___, ...stored } = headers;
    account ??= headers.authorization;
    if (method === 'DELETE' && path.includes('/admin/tags/') && account) stored.authorization = account;
    const known = method === 'GET' ? cache.get(path) : undefined;
    const fresh =
      known ?? (await answerOf(`${url}${path}`, { method, headers: stored as Record<string, string>, body }));
    if (method === 'GET' && fresh.status === 200) cache.set(path, fresh);
    response.writeHead(fresh.status, { 'content-type': 'application/json' }).end(fresh.body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answerOf(url: string, init: RequestInit): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  return { status: response.status, body: await response.text() };
}
