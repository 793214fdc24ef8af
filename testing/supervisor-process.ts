import { join } from 'node:path';
import { runProcesses } from '#server/run-processes.ts';

/** What watches over several server processes, which are nothing but started and ended here. */
const exec = join(import.meta.dirname, 'ending-process.ts');
runProcesses({ count: 2, exec, args: process.argv.slice(2) });
