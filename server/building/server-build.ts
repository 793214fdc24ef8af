import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isStampOf, type Sources, stampOf, writeStamp } from './source-stamp.ts';
import { buildDir, isWebBuildFresh, productRoot } from './web-build.ts';

/** Loading few files starts faster than resolving two thousand modules. */
export const serverBuildDir = join(buildDir, 'start');

const STAMP = join(serverBuildDir, 'sources.sha256');
const SOURCES: Sources = {
  root: productRoot,
  folders: { server: /[.](ts|json)$/, contract: /[.]ts$/ },
  // The stamp of the web build stands for its sources, which are bundled.
  files: ['package.json', 'package-lock.json', 'build/sources.sha256'],
};

export async function isServerBuildFresh(): Promise<boolean> {
  return (await isWebBuildFresh()) && (await isStampOf(STAMP, SOURCES));
}

export async function buildServer(): Promise<void> {
  const stamp = stampOf(SOURCES);
  const builder = spawn(process.execPath, [join(import.meta.dirname, 'make-server-build.ts')], {
    cwd: productRoot,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [code]] = await Promise.all([text(builder.stderr), once(builder, 'close')]);
  if (code !== 0) throw new Error(`The server could not be built:\n${output}`);
  await writeStamp(STAMP, stamp, ['.']);
}
