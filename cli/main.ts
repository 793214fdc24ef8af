import { enableCompileCache } from 'node:module';
import { runCommand } from './run-command.ts';

enableCompileCache();

// A closed pipe (`kawaraban … | head`) is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runCommand(process.argv.slice(2));
