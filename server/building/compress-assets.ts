import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;

/** For smaller files the response header outweighs the savings. */
const MIN_BYTES = 1024;

export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

async function compress(path: string): Promise<void> {
  if ((await stat(path)).size < MIN_BYTES) return;
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
