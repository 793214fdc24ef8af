import cluster from 'node:cluster';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { colleaguesOfWorker } from './colleagues.ts';
import { ConfigError, loadConfig, requireServable } from './config.ts';
import { diskErrorOf } from './disk-error.ts';
import { giveMemoryBack } from './give-memory-back.ts';
import { runProcesses } from './run-processes.ts';
import { start } from './start.ts';
import { StartError } from './start-error.ts';
import { WORKER_NUMBER } from './worker-numbers.ts';
import { EXIT_CONFIG, type FromProcess, IS_QUIET, say, type ToProcess } from './worker-talk.ts';
import { wrongArgumentOf } from './wrong-argument.ts';

const STOP_DEADLINE_MS = 15_000;

export interface RunOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the built web app is, if this comes from the same build. */
  readonly webBuild?: string;
}

/**
 * Runs the server until a signal stops the process, in several processes if the configuration says so. Whatever goes
 * wrong ends the process with an exit code.
 */
export async function runServer(options: RunOptions): Promise<void> {
  try {
    await runOrThrow(options);
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof StartError ? error.message : wrongArgumentOf(error);
    say(known ?? `Kawaraban could not start: ${error instanceof Error ? error.stack : error}`);
    process.exit(known === undefined ? 1 : EXIT_CONFIG);
  }
}

async function runOrThrow({ args, environment, webBuild }: RunOptions): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { empty: { type: 'boolean' }, dev: { type: 'boolean' } },
  });
  const { empty: isEmpty = false, dev: isDevelopment = false } = values;
  const config = await loadConfig(environment);
  requireServable(config);
  if (cluster.isPrimary && config.processes > 1 && !isDevelopment) {
    runProcesses({ count: config.processes, exec: join(import.meta.dirname, 'main.ts'), args });
    return;
  }
  // What a start has to tell is told by the first process.
  const tell = environment[IS_QUIET] ? () => {} : say;
  const worker = environment[WORKER_NUMBER];
  const colleagues = cluster.isWorker ? colleaguesOfWorker() : undefined;
  const starting = start({ config, isEmpty, isDevelopment, webBuild, say: tell, worker, colleagues });
  const server = await starting.catch(async (error: unknown) => {
    throw (await diskErrorOf(error, config.dataDir)) ?? error;
  });
  if (cluster.isWorker) {
    stopWhenTold(server.stop);
    process.send?.({ readyUrl: server.url } satisfies FromProcess);
  } else {
    stopOnSignals(server.stop);
    say(`Kawaraban is ready at ${server.url}`);
  }
  giveMemoryBack();
}

/** The first signal lets running requests end; a second one, or the deadline, does not wait for them. */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      endBy(stop());
    });
  }
}

/**
 * Stops when the process that has started this one says so, or is no longer there. A signal that a terminal or a service
 * manager sends to all of them at once comes from there, too.
 */
function stopWhenTold(stop: (options?: { isReplaced: boolean }) => Promise<void>): void {
  let isStopping = false;
  const stopOnce = (options?: { isReplaced: boolean }) => {
    if (isStopping) return;
    isStopping = true;
    endBy(stop(options));
  };
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  process.on('SIGTERM', () => stopOnce());
  process.on('message', (word: ToProcess) => {
    if (word === 'stop' || word === 'give way') stopOnce({ isReplaced: word === 'give way' });
  });
  cluster.worker?.once('disconnect', () => {
    // Otherwise the process would end before it has stopped.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    stopOnce();
  });
}

function endBy(stopped: Promise<void>): void {
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  stopped.then(
    () => process.exit(0),
    (error) => {
      say(`Stopping failed: ${error instanceof Error ? error.stack : error}`);
      process.exit(1);
    },
  );
}
