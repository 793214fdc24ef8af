import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from './config.ts';
import { start } from './start.ts';
import { StartError } from './start-error.ts';

/** A value or a machine that is not as it must be: the person who started us can put it right. */
const EXIT_CONFIG = 78;
const STOP_DEADLINE_MS = 15_000;

export interface RunOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Runs the server until a signal stops the process. Whatever goes wrong ends the process with an exit code. */
export async function runServer({ args, environment }: RunOptions): Promise<void> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { empty: { type: 'boolean' }, dev: { type: 'boolean' } },
    });
    const config = await loadConfig(environment);
    const server = await start({ config, isEmpty: values.empty ?? false, isDevelopment: values.dev ?? false, say });
    say(`Kawaraban is ready at ${server.url}`);
    stopOnSignals(server.stop);
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof StartError || isWrongArgument(error);
    say(
      isKnown ? (error as Error).message : `Kawaraban could not start: ${error instanceof Error ? error.stack : error}`,
    );
    process.exit(isKnown ? EXIT_CONFIG : 1);
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function isWrongArgument(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** The first signal lets running requests end; a second one, or the deadline, does not wait for them. */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
      stop().then(
        () => process.exit(0),
        (error) => {
          say(`Stopping failed: ${error instanceof Error ? error.stack : error}`);
          process.exit(1);
        },
      );
    });
  }
}
