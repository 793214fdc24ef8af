import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressAssets } from './web-build.ts';

test('compresses text assets above the minimum size only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  const script = 'export const paper = "瓦版";\n'.repeat(200);
  await writeFile(join(folder, 'assets', 'page.js'), script);
  await writeFile(join(folder, 'assets', 'short.js'), 'export {};');
  await writeFile(join(folder, 'icon.png'), Buffer.alloc(4000));
  await compressAssets(folder);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'assets',
    ...['page.js', 'page.js.br', 'page.js.gz', 'short.js'].map((name) => join('assets', name)),
    'icon.png',
  ]);
  const read = (ending: string) => readFile(join(folder, 'assets', `page.js.${ending}`));
  expect(brotliDecompressSync(await read('br')).toString()).toBe(script);
  expect(gunzipSync(await read('gz')).toString()).toBe(script);
  expect((await read('br')).length).toBeLessThan(script.length / 10);
});
