import { appendFileSync, readFileSync } from 'node:fs';
import type { FromProcess, ToProcess } from '#server/process/worker-messages.ts';

/** Fails from start number `from` to `to` with an exit code. A file counts the starts. */
const [file = '', from, to, exitCode] = process.argv.slice(2);
appendFileSync(file, '.');
const start = readFileSync(file).length;
if (start >= Number(from) && start <= Number(to)) process.exit(Number(exitCode));
process.on('message', (word: ToProcess) => {
  if (word === 'stop' || word === 'drain') process.exit(0);
});
process.send?.({ readyUrl: 'http://localhost' } satisfies FromProcess);
