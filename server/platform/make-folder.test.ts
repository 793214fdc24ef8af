import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/product.ts';
import { makeFolder } from './make-folder.ts';

test('a folder is made with all above it, whoever else makes it, and left as it is where it is there', async () => {
  const folder = join(await temporaryFolder(), 'one', 'two', 'three');
  await Promise.all([makeFolder(folder, { mode: 0o700 }), makeFolder(folder, { mode: 0o700 })]);
  await makeFolder(folder);
  for (const made of [folder, join(folder, '..')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
});

test('where none can be made, that is said', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow('is no folder');
  await expect(makeFolder(join(file, 'in', 'it'))).rejects.toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')(
  'a folder of the system in which there are no folders keeps nobody',
  async () => {
    await expect(makeFolder('/proc/not/there')).rejects.toThrow('ENOENT');
  },
);
