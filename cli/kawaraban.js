#!/usr/bin/env node
// Plain JavaScript for any Node.js: a machine's own may be too old for the rest.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) >= OLDEST) {
  await import('./main.ts');
} else {
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (existsSync(node)) {
    runWith(node);
  } else {
    process.stderr.write(`Kawaraban needs Node.js ${OLDEST} or newer; this is ${process.version}.\n`);
    process.exitCode = 78;
  }
}

/** @param {string} node */
function runWith(node) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code ?? 1;
    }
  });
}
