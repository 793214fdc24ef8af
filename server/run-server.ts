import cluster from 'node:cluster';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, requireServable } from './config.ts';
import { wrongArgumentOf } from './process/argument-error.ts';
import { collectGarbageWhenIdle } from './process/idle-gc.ts';
import { otherWorkersOf } from './process/other-workers.ts';
import { runWorkers } from './process/run-workers.ts';
import { diskErrorOf, StartError } from './process/start-error.ts';
import {
  EXIT_CONFIG,
  type FromProcess,
  IS_QUIET,
  say,
  sayReady,
  type ToProcess,
  WORKER_ID,
} from './process/worker-messages.ts';
import { start } from './start.ts';

const STOP_DEADLINE_MS = 15_000;

export interface RunOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly webBuild?: string;
}

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
    runWorkers({ count: config.processes, exec: join(import.meta.dirname, 'main.ts'), args });
    return;
  }
  // Only the first worker prints startup messages.
  const tell = environment[IS_QUIET] ? () => {} : say;
  const worker = environment[WORKER_ID];
  const otherWorkers = cluster.isWorker ? otherWorkersOf() : undefined;
  const starting = start({ config, isEmpty, isDevelopment, webBuild, say: tell, worker, otherWorkers });
  const server = await starting.catch(async (error: unknown) => {
    throw (await diskErrorOf(error, config.dataDir)) ?? error;
  });
  if (cluster.isWorker) {
    stopOnRequest(server.stop);
    process.send?.({ readyUrl: server.url } satisfies FromProcess);
  } else {
    stopOnSignals(server.stop);
    sayReady(server.url);
  }
  collectGarbageWhenIdle();
}

/** The second signal or the deadline exits at once. */
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
 * Stops on request of the primary process or when it has died. Signals to the whole process group are handled by the
 * primary.
 */
function stopOnRequest(stop: (options?: { isReplaced: boolean }) => Promise<void>): void {
  let isStopping = false;
  const stopOnce = (options?: { isReplaced: boolean }) => {
    if (isStopping) return;
    isStopping = true;
    endBy(stop(options));
  };
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  process.on('SIGTERM', () => stopOnce());
  process.on('message', (message: ToProcess) => {
    if (message === 'stop' || message === 'drain') stopOnce({ isReplaced: message === 'drain' });
  });
  cluster.worker?.once('disconnect', () => {
    // Prevents the cluster module from exiting before the shutdown is complete.
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
