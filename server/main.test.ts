import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct, temporaryFolder } from '#testing/product.ts';

test('start prints the URL, SIGTERM and Ctrl-C stop cleanly', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const counts: number[] = [];
  // The second start keeps the posts of the first and adds none.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { child, url, exit } = await startProduct({ DATA_DIR: dataDir });
    const answer = await fetch(`${await url}/api/posts/news`);
    expect(answer.status).toBe(200);
    counts.push((await answer.json()).items.length);
    const files = (await readdir(dataDir)).filter((name) => name.startsWith('kawaraban.db'));
    const modes = ['', ...files].map(async (name) => (await stat(join(dataDir, name))).mode & 0o777);
    if (process.platform !== 'win32') expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600, 0o600]);
    child.kill(signal);
    expect(await exit).toBe(0);
  }
  expect(counts).toEqual([6, 6]);
});

test('npm passes on SIGTERM and --empty', async () => {
  const { child, url, exit } = await startProduct({}, ['npm', 'start', '--silent', '--', '--empty']);
  const address = await url;
  expect(await (await fetch(`${address}/api/services`)).json()).toMatchObject({ items: [] });
  child.kill('SIGTERM');
  await exit;
  await expect.poll(() => fetch(`${address}/healthz`).catch(() => 'gone')).toBe('gone');
});

test('reports a taken port in one line', async () => {
  const holder = createServer().listen(0, 'localhost');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const address = holder.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { output, exit } = await startProduct({ PORT: port }, [process.execPath, 'server/main.ts', '--empty']);
  expect(await exit).toBe(78);
  expect(linesOf(output())).toEqual([expect.stringMatching(`^Port ${port} is in use. .+ PORT.`)]);
});

test('reports an unwritable data folder in one line', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const { output, exit } = await startProduct({ DATA_DIR: join(folder, 'file') });
  expect(await exit).toBe(78);
  expect(linesOf(output())).toEqual([expect.stringMatching(/is not writable: .+ DATA_DIR/)]);
});

const onDisk = (mount: string, program: string) => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `${mount} && exec node ${program} >&2`,
];
/** No free inode. */
const FULL = 'mount -t tmpfs -o nr_inodes=1 none "$DATA_DIR"';
const READ_ONLY = 'mount -t tmpfs -o ro none "$DATA_DIR"';
const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;

test.runIf(hasNamespaces).for([
  ['full', FULL],
  ['read-only', READ_ONLY],
] as const)('%s disk is reported at startup and by doctor', async ([state, mount]) => {
  const problem = new RegExp(`The disk is ${state}: the folder .+ is not writable`);
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const start = await startProduct(env, onDisk(mount, 'server/main.ts --empty'));
  expect(await start.exit).toBe(78);
  expect(linesOf(start.output())).toEqual([expect.stringMatching(problem)]);
  const doctor = await startProduct(env, onDisk(mount, 'cli/main.ts doctor'));
  expect(await doctor.exit).toBe(1);
  expect(doctor.output()).toMatch(problem);
});

test('reports invalid values, arguments and database outage briefly', async () => {
  const value = await startProduct({ PORT: 'http', ADMIN_AUTH_HEADER: 'Cookie' });
  expect(await value.exit).toBe(78);
  expect(linesOf(value.output())).toEqual([
    'PORT must be a whole number from 0 to 65535, not "http".',
    expect.stringMatching(/^ADMIN_AUTH_HEADER must be .+, not "Cookie"\.$/),
  ]);
  const argument = await startProduct({}, [process.execPath, 'server/main.ts', '--emtpy']);
  expect(await argument.exit).toBe(78);
  expect(linesOf(argument.output())).toHaveLength(1);
  const database = await startProduct({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/news' });
  expect(await database.exit).toBe(78);
  expect(linesOf(database.output())).toEqual([expect.stringMatching(/127\.0\.0\.1:1 cannot be used: .+DATABASE_URL/)]);
  expect(database.output()).not.toContain('secret');
});

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
