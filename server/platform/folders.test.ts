import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/product.ts';
import { makeFolder } from './folders.ts';

test('missing parent folders are created, also concurrently', async () => {
  const folder = join(await temporaryFolder(), 'one', 'two', 'three');
  await Promise.all([makeFolder(folder, { mode: 0o700 }), makeFolder(folder, { mode: 0o700 })]);
  await makeFolder(folder);
  for (const made of [folder, join(folder, '..')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
});

test('creating a folder below a file fails', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow('is not a folder');
  await expect(makeFolder(join(file, 'in', 'it'))).rejects.toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')('creating a folder in /proc fails without hanging', async () => {
  await expect(makeFolder('/proc/not/there')).rejects.toThrow('ENOENT');
});
