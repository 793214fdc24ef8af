import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly url: Promise<string>;
  readonly exit: Promise<number | null>;
}

test('a start prints the address and answers, SIGTERM and Ctrl-C stop it cleanly', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { child, url, exit } = await start({});
    const answer = await fetch(`${await url}/api/config`);
    expect(answer.status).toBe(200);
    child.kill(signal);
    expect(await exit).toBe(0);
  }
});

test('SIGTERM to npm reaches the server', async () => {
  const { child, url, exit } = await start({}, ['npm', 'start', '--silent']);
  const address = await url;
  child.kill('SIGTERM');
  await exit;
  await expect.poll(() => fetch(`${address}/healthz`).catch(() => 'gone'), { timeout: 10_000 }).toBe('gone');
});

test('the second start finds the first one’s posts and makes no others', async () => {
  const dataDir = await givenFolder();
  const counts: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { child, url, exit } = await start({ DATA_DIR: dataDir });
    const { items } = await (await fetch(`${await url}/api/posts/news`)).json();
    counts.push(items.length);
    child.kill('SIGTERM');
    await exit;
  }
  expect(counts).toEqual([6, 6]);
});

test('--empty leaves the starter content out', async () => {
  const { child, url, exit } = await start({}, [process.execPath, 'server/main.ts', '--empty']);
  expect(await (await fetch(`${await url}/api/services`)).json()).toMatchObject({ items: [] });
  child.kill('SIGTERM');
  await exit;
});

test('a port that is taken is said in one line', async () => {
  const holder = createServer().listen(0, 'localhost');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const address = holder.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { said, exit } = await start({ PORT: port });
  expect(await exit).toBe(78);
  expect(linesOf(said())).toEqual([expect.stringMatching(`^Port ${port} is taken: .+ PORT `)]);
});

test('a data folder that cannot be written is said in one line', async () => {
  const folder = await givenFolder();
  await writeFile(join(folder, 'file'), '');
  const { said, exit } = await start({ DATA_DIR: join(folder, 'file') });
  expect(await exit).toBe(78);
  expect(linesOf(said())).toEqual([expect.stringMatching(/cannot be written: .+ DATA_DIR/)]);
});

test('a value that cannot be right, an unknown argument and a database that is away are said in one line', async () => {
  const value = await start({ PORT: 'http' });
  expect(await value.exit).toBe(78);
  expect(linesOf(value.said())).toEqual(['PORT must be a whole number from 0 to 65535, not "http".']);
  const argument = await start({}, [process.execPath, 'server/main.ts', '--emtpy']);
  expect(await argument.exit).toBe(78);
  expect(linesOf(argument.said())).toHaveLength(1);
  const database = await start({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/news' });
  expect(await database.exit).toBe(78);
  expect(linesOf(database.said())).toEqual([expect.stringMatching(/127\.0\.0\.1:1 cannot be used: .+DATABASE_URL/)]);
  expect(database.said()).not.toContain('secret');
});

async function start(env: Record<string, string>, command = [process.execPath, 'server/main.ts']): Promise<Started> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: await givenFolder(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
      const address = /ready at (\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('close', () => reject(new Error(said)));
  });
  url.catch(() => {});
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, said: () => said, url, exit };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
