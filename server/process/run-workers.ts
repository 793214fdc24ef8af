import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { MetricsCollector } from './other-workers.ts';
import { EXIT_CONFIG, say } from './start-error.ts';
import { type FromProcess, forkWithId, IS_QUIET, sayReady, type ToProcess } from './worker-messages.ts';

export interface WorkersOptions {
  readonly count: number;
  readonly exec: string;
  readonly args: readonly string[];
}

/** Longer than the shutdown deadline of a worker. */
const STOP_MS = 17_000;
/** Longer than draining connections and the shutdown deadline of a worker. */
const DRAIN_MS = 25_000;
/** Lifetime after which an exit is not attributed to the start. */
const LONG_LIFE_MS = 60_000;
const FIRST_GAP_MS = 100;
const LAST_GAP_MS = 30_000;
/** Consecutive failed starts until giving up, when no worker runs. */
const MAX_FAILURES = 5;

interface WorkerSlot {
  worker: Worker | undefined;
  startedAt: number;
}

/** The workers share the port until a signal stops them. SIGUSR2 replaces them one by one. */
export function runWorkers(options: WorkersOptions): void {
  cluster.setupPrimary({ exec: options.exec, args: [...options.args] });
  const processes = new Processes(options.count);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void processes.stop());
  process.on('SIGUSR2', () => void processes.replaceAll());
  void processes.startAll();
}

class StartFailed extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`A server process ended with ${exitCode} before it was ready`);
    this.exitCode = exitCode;
  }
}

class Processes {
  readonly #slots: WorkerSlot[];
  #isStopping = false;
  #isReplacing = false;
  #failures = 0;
  readonly #metrics = new MetricsCollector();

  constructor(count: number) {
    this.#slots = Array.from({ length: count }, () => ({ worker: undefined, startedAt: 0 }));
  }

  get #running(): number {
    return this.#slots.filter(({ worker }) => worker !== undefined).length;
  }

  /** The first worker starts alone, because it initializes the installation. */
  async startAll(): Promise<void> {
    const [first, ...others] = this.#slots;
    const url = first && (await this.#fill(first, { isQuiet: false }));
    await Promise.all(others.map((slot) => this.#fill(slot)));
    if (url && !this.#isStopping) sayReady(url, ` (${this.#running} processes)`);
  }

  async stop(): Promise<void> {
    if (this.#isStopping) process.exit(1);
    this.#isStopping = true;
    process.exit((await this.#endAll()) ? 0 : 1);
  }

  /** Ends each worker only after its successor is ready. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#isStopping) return;
    this.#isReplacing = true;
    try {
      for (const slot of this.#slots) if (!this.#isStopping) await this.#replace(slot);
      if (!this.#isStopping) say('All processes were replaced.');
    } catch (error) {
      if (!this.#isStopping) say(`Processes could not be replaced: ${(error as Error).message}.`);
    } finally {
      this.#isReplacing = false;
    }
  }

  async #replace(slot: WorkerSlot): Promise<void> {
    const old = slot.worker;
    const { worker } = await this.#start({ isQuiet: true });
    if (slot.worker !== old) {
      // The old worker died and was restarted meanwhile.
      await endWorker(worker, 'stop', STOP_MS);
      return;
    }
    this.#watchWorker(slot, worker);
    if (old) await endWorker(old, 'drain', DRAIN_MS);
  }

  /** Retries with growing delays. Returns undefined when given up. */
  async #fill(slot: WorkerSlot, { isQuiet } = { isQuiet: true }): Promise<string | undefined> {
    for (let gapMs = FIRST_GAP_MS; !this.#isStopping; gapMs = Math.min(gapMs * 2, LAST_GAP_MS)) {
      try {
        const { worker, url } = await this.#start({ isQuiet });
        // A replacement may have filled the slot meanwhile.
        if (slot.worker) await endWorker(worker, 'stop', STOP_MS);
        else this.#watchWorker(slot, worker);
        return url;
      } catch (error) {
        if (await this.#isGivenUp(error as StartFailed)) return undefined;
      }
      await pause(gapMs);
    }
    return undefined;
  }

  /**
   * Without running workers the program exits. With running ones it retries, except for configuration errors, which
   * retrying cannot fix.
   */
  async #isGivenUp({ exitCode, message }: StartFailed): Promise<boolean> {
    if (this.#isStopping) return true;
    this.#failures += 1;
    const running = this.#running;
    const isConfig = exitCode === EXIT_CONFIG;
    const isLast = this.#failures >= MAX_FAILURES || (isConfig && running === 0);
    if (!isLast || (running > 0 && !isConfig)) {
      if (this.#failures === 1) say(`${message}; restarting it.`);
      return false;
    }
    const times = `${message}, ${this.#failures} times in a row`;
    if (running > 0) {
      say(`${times}: fix the configuration and send SIGUSR2. Still running: ${running} of ${this.#slots.length}.`);
      return true;
    }
    if (!isConfig) say(`${times}: stopping Kawaraban.`);
    this.#isStopping = true;
    await this.#endAll();
    process.exit(isConfig ? EXIT_CONFIG : 1);
  }

  async #start({ isQuiet }: { isQuiet: boolean }): Promise<{ worker: Worker; url: string }> {
    const worker = forkWithId(isQuiet ? { [IS_QUIET]: '1' } : {});
    const url = await new Promise<string>((resolve, reject) => {
      worker.on('message', (message: FromProcess) => {
        if ('readyUrl' in message) resolve(message.readyUrl);
        else this.#metrics.receive(message, worker, othersThan(worker));
      });
      worker.once('exit', (code) => reject(new StartFailed(code ?? 1)));
      // Failed forks and failed messages must not end the primary process.
      worker.on('error', () => reject(new StartFailed(1)));
    });
    this.#failures = 0;
    ready.add(worker);
    return { worker, url };
  }

  #watchWorker(slot: WorkerSlot, worker: Worker): void {
    Object.assign(slot, { worker, startedAt: performance.now() });
    worker.once('exit', (code, signal) => {
      if (this.#isStopping || slot.worker !== worker) return;
      slot.worker = undefined;
      say(`A server process ended with ${signal ?? code}; restarting it.`);
      const isShortLived = performance.now() - slot.startedAt < LONG_LIFE_MS;
      setTimeout(() => void this.#fill(slot), isShortLived ? SHORT_LIFE_GAP_MS : 0);
    });
  }

  async #endAll(): Promise<boolean> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ends = await Promise.all(workers.map((worker) => endWorker(worker, 'stop', STOP_MS)));
    return ends.every(Boolean);
  }
}

const SHORT_LIFE_GAP_MS = 1000;

const ready = new WeakSet<Worker>();

function othersThan(worker: Worker): Worker[] {
  const all = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);
  return all.filter((each) => each !== worker && ready.has(each) && !each.isDead());
}

/** Kills the worker after a timeout. Returns whether it stopped cleanly. */
async function endWorker(worker: Worker, message: ToProcess, ms: number): Promise<boolean> {
  if (worker.isDead()) return true;
  const exit = once(worker, 'exit') as Promise<[code: number | null]>;
  // A starting worker does not listen to messages and serves nothing.
  if (!ready.has(worker)) worker.process.kill('SIGKILL');
  else if (worker.isConnected()) worker.send(message, () => {});
  const late = setTimeout(() => worker.process.kill('SIGKILL'), ms);
  const [code] = await exit;
  clearTimeout(late);
  return code === 0 || !ready.has(worker);
}
