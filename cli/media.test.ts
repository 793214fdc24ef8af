import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { openStorage } from '#server/storage/index.ts';
import { testClock } from '#testing/clock.ts';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { givenFile } from '#testing/given-file.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testS3Target } from '#testing/storage.ts';
import { keysOf } from '#testing/stored-content.ts';
import { media } from './media.ts';

async function installation() {
  const dataDir = await temporaryFolder();
  const run = (args: string, env: Record<string, string> = {}) =>
    runInProcess(args.split(' '), { env: { DATA_DIR: dataDir, ...env } });
  await run('migrate');
  const database = connect({ engine: 'sqlite', path: join(dataDir, 'kawaraban.db') });
  onTestFinished(() => database.close());
  const folder = join(dataDir, 'media');
  const storage = await openStorage({ kind: 'disk', folder }, { clock: testClock() });
  onTestFinished(() => storage.close());
  const image = (name: string) =>
    givenFile({ database }, { serviceId: 'news', name, isUploaded: true, status: 'published' });
  const put = (key: string) => storage.put(key, Buffer.from('x'));
  return { dataDir, folder, database, storage, run, image, put };
}

test('media check reports differences and --repair repairs them', async () => {
  const { run, image, put, database, dataDir } = await installation();
  const whole = await image('whole.png');
  await put(`news/images/${whole}/raw.png`);
  expect(await run('media check')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Checked 1 objects, 1 files and 0 files of posts.\nNo differences.\n',
  });
  const deleted = await image('a\u001b[2Jb.png');
  await database.writer
    .insertInto('staticFiles')
    .values({
      path: 'posts/news/one.json',
      serviceId: 'news',
      postId: 'p',
      generation: 1,
      attempts: 0,
      lastError: null,
      dueAt: null,
      leasedUntil: null,
      writtenAt: '2026-01-01T00:00:00Z',
    })
    .execute();
  const checked = await run('media check');
  expect(checked.code).toBe(1);
  expect(checked.stdout.trimEnd().split('\n')).toEqual([
    `news/images/${deleted}/raw.png: the content of "a\\u001b[2Jb.png" is missing; not used anywhere`,
    'posts/news/one.json: the file of this post is missing',
  ]);
  expect(checked.stderr).toBe(
    'Checked 1 objects, 2 files and 1 files of posts.\nDifferences: 2. Repaired: 0.\nUse --repair to repair them.\n',
  );
  const { ended } = runKawaraban(['media', 'check', '--repair'], { env: { DATA_DIR: dataDir } });
  const repaired = await ended;
  expect(repaired).toMatchObject({ code: 1, stderr: expect.stringContaining('Differences: 2. Repaired: 1.') });
  expect(repaired.stdout).toContain('the file of this post is missing; the server will write it');
  await put(`news/images/${deleted}/raw.png`);
  expect((await run('media check')).code).toBe(0);
}, 90_000);

test('media move copies to a bucket and back', async () => {
  const { run, put, storage, folder, dataDir } = await installation();
  const keys = ['news/docs/01hzx3w7gg8hh9jj0kk2000000.pdf', 'posts/news/one.json'];
  for (const key of keys) await put(key);
  const target = await testS3Target();
  const url = `s3://${target.bucket}/${target.prefix}?endpoint=${target.endpoint}&pathStyle=true`;
  const moved = await runKawaraban(['media', 'move', '--to', url], { env: { DATA_DIR: dataDir } }).ended;
  expect(moved).toMatchObject({ code: 0, stdout: '' });
  expect(moved.stderr).toContain('Copied 2 objects, 0.0 MB, in 2 passes over 2.');
  expect(moved.stderr).toContain(`1. set STORAGE_URL='${url}' and start the server again`);
  const bucket = await openStorage(target, { clock: testClock() });
  onTestFinished(() => bucket.close());
  expect(await keysOf(bucket, '')).toEqual(keys);
  expect(await keysOf(storage, '')).toEqual(keys);
  await put('news/docs/01hzx3w7gg8hh9jj0kk2000001.pdf');
  const after = await run(`media move --from file:${folder}`, { STORAGE_URL: url });
  expect(after).toMatchObject({ code: 0, stderr: expect.stringContaining('Now run: kawaraban media check') });
  expect(await keysOf(bucket, 'news/')).toEqual([keys[0], 'news/docs/01hzx3w7gg8hh9jj0kk2000001.pdf']);
  const other = join(dataDir, 'other');
  expect(await run(`media move --to file:${other}`, { STORAGE_URL: url })).toMatchObject({ code: 0 });
  expect((await readdir(other)).toSorted()).toEqual(['.unfinished', 'news', 'posts']);
}, 90_000);

test.for([
  ['', 'Use check or move.'],
  ['fix', 'Use check or move.'],
  ['check --force', '--force requires --repair.'],
  ['check folder', 'Unexpected argument'],
  ['move', 'Specify one storage, with --to or --from.'],
  ['move --to file:a --from file:b', 'Specify one storage'],
  ['move --to s3://key:secret@bucket', '--to must be `file:path/to/folder` or'],
  ['move --from nothing', '--from must be `file:path/to/folder` or'],
] as const)('media rejects %s', async ([args, says]) => {
  await expect(media.run(args.split(' '))).rejects.toThrow(says);
});

test('media move rejects nested and unreachable storages', async () => {
  const { run, folder } = await installation();
  const within = await run(`media move --to file:${folder}/deeper`);
  expect(within).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The storages are the same, or one is inside the other'),
  });
  const nowhere = await run('media move --to s3://nowhere?endpoint=http://127.0.0.1:1&pathStyle=true', {
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  });
  expect(nowhere.code).toBe(78);
  expect(nowhere.stderr).toMatch(/^The bucket nowhere at http:.* cannot be used: .*ECONNREFUSED.*\. Check --to, .*\n$/);
}, 90_000);
