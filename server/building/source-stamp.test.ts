import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isStampOf, stampOf, writeStamp } from './source-stamp.ts';

const root = await mkdtemp(join(tmpdir(), 'kawaraban-stamp-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const stamp = join(root, 'stamp');
const created = join(root, 'made', 'assets', 'page.js');
const sources = { root, folders: { room: /[.]ts$/ }, files: ['package.json', 'lock.json'] };

async function givenStamp(): Promise<void> {
  await mkdir(join(root, 'room', 'inner'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{}');
  await writeFile(join(root, 'room', 'inner', 'a.ts'), 'one');
  await mkdir(join(root, 'made', 'assets'), { recursive: true });
  await writeFile(created, 'export {};');
  await writeFile(`${created}.br`, 'shorter');
  await writeStamp(stamp, stampOf(sources), ['made']);
}

test('stamp changes with the content, adding or removing sources', async () => {
  expect(await isStampOf(stamp, sources)).toBe(false);
  await givenStamp();
  expect(await isStampOf(stamp, sources)).toBe(true);
  await writeFile(join(root, 'room', 'inner', 'a.ts'), 'two');
  await utimes(join(root, 'room', 'inner', 'a.ts'), 2, 2);
  expect(await isStampOf(stamp, sources)).toBe(false);
  await givenStamp();
  await writeFile(join(root, 'room', 'b.ts'), '');
  expect(await isStampOf(stamp, sources)).toBe(false);
  await rm(join(root, 'room', 'b.ts'));
  expect(await isStampOf(stamp, sources)).toBe(true);
});

test('missing file counts once it exists', async () => {
  await givenStamp();
  await writeFile(join(root, 'lock.json'), '{}');
  expect(await isStampOf(stamp, sources)).toBe(false);
  await rm(join(root, 'lock.json'));
  expect(await isStampOf(stamp, sources)).toBe(true);
});

test('outputs must be complete except compressed variants', async () => {
  await givenStamp();
  await rm(`${created}.br`);
  expect(await isStampOf(stamp, sources)).toBe(true);
  await writeFile(created, 'export');
  expect(await isStampOf(stamp, sources)).toBe(false);
  await rm(join(root, 'made'), { recursive: true });
  expect(await isStampOf(stamp, sources)).toBe(false);
});

test('copies match, tests and other files do not count', async () => {
  await givenStamp();
  await utimes(join(root, 'room', 'inner', 'a.ts'), 1, 1);
  await writeFile(join(root, 'room', 'a.test.ts'), 'test');
  await writeFile(join(root, 'room', 'a.md'), 'text');
  expect(await isStampOf(stamp, sources)).toBe(true);
});
