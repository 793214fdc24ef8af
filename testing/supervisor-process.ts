import { join } from 'node:path';
import { runWorkers } from '#server/process/run-workers.ts';

const exec = join(import.meta.dirname, 'ending-process.ts');
runWorkers({ count: 2, exec, args: process.argv.slice(2) });
