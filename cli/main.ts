import { enableCompileCache } from 'node:module';
import { limitHeapGrowth } from '#server/platform/limit-heap-growth.ts';
import { runCommand } from './run-command.ts';

limitHeapGrowth();
enableCompileCache();

// A closed pipe (`kawaraban … | head`) is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runCommand(process.argv.slice(2));
