import cluster from 'node:cluster';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConfigError, loadConfig, requireServable } from './config.ts';
import { otherWorkersOf } from './process/other-workers.ts';
import { runWorkers } from './process/run-workers.ts';
import { diskErrorOf, EXIT_CONFIG, StartError, say, wrongArgumentOf } from './process/start-error.ts';
import { type FromProcess, IS_QUIET, sayReady, type ToProcess, WORKER_ID } from './process/worker-messages.ts';
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

const GC_CHECK_MS = 3000;
/** Event loop utilization above which memory is collected later. */
const BUSY_UTILIZATION = 0.2;
/** Event loop utilization below which a collection disturbs nobody. */
const IDLE_UTILIZATION = 0.02;
const MIN_GC_INTERVAL_MS = 60_000;

/**
 * V8 collects only under memory pressure, so an idle server would keep its peak memory. Takes a tenth of a second or
 * more.
 */
function collectGarbageWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  let isDue = true;
  let collectedAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > BUSY_UTILIZATION) isDue = true;
    else if (utilization < IDLE_UTILIZATION && isDue && performance.now() - collectedAt > MIN_GC_INTERVAL_MS) {
      collectGarbage();
      isDue = false;
      collectedAt = performance.now();
      // Excludes the collection itself from the utilization.
      last = performance.eventLoopUtilization();
    }
  };
  setInterval(check, GC_CHECK_MS).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
