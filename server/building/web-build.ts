import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isStampOf, type Sources, stampOf, writeStamp } from './source-stamp.ts';

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

export const productRoot = join(import.meta.dirname, '..', '..');
export const buildDir = join(productRoot, 'build');

const STAMP = join(buildDir, 'sources.sha256');
const SOURCES: Sources = {
  root: productRoot,
  folders: { web: /[.](ts|tsx|css|json|svg|png|txt)$/, contract: /[.]ts$/ },
  files: ['server/building/web-build.ts', 'vite.config.ts', 'react-router.config.ts', 'package.json'],
};

export async function isWebBuildFresh(): Promise<boolean> {
  return isStampOf(STAMP, SOURCES);
}

export async function buildWeb(): Promise<void> {
  const stamp = stampOf(SOURCES);
  // The package exports no path to its command.
  const manifest = createRequire(import.meta.url).resolve('@react-router/dev/package.json');
  const command = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin['react-router']);
  const builder = spawn(process.execPath, [command, 'build'], {
    cwd: productRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Pages built in other modes lack their Content-Security-Policy.
    // biome-ignore lint/style/noProcessEnv: the build process needs the whole environment
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const output: Buffer[] = [];
  for (const stream of [builder.stdout, builder.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    builder.once('error', reject);
    builder.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The web app could not be built:\n${Buffer.concat(output)}`);
  await compressAssets(join(buildDir, 'client'));
  await writeStamp(STAMP, stamp, ['client', 'server']);
}
