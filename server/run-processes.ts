import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { FigureGathering } from './gather-figures.ts';
import { forkNumbered } from './worker-numbers.ts';
import { EXIT_CONFIG, type FromProcess, IS_QUIET, say, type ToProcess } from './worker-talk.ts';

export interface ProcessesOptions {
  readonly count: number;
  /** The file that each of them runs. */
  readonly exec: string;
  readonly args: readonly string[];
}

/** Longer than a process gives itself to stop. */
const STOP_MS = 17_000;
/** Longer than a process gives readers to let go of it, and itself to stop. */
const GIVE_WAY_MS = 25_000;
/** A process that has lived for so long has not died of its start. */
const LONG_LIFE_MS = 60_000;
const FIRST_GAP_MS = 100;
const LAST_GAP_MS = 30_000;
/** Starts that fail one after the other while no process answers. */
const MAX_FAILURES = 5;

/** One of the places for a process, whichever has it. */
interface Place {
  worker: Worker | undefined;
  startedAt: number;
}

/** Runs several server processes that share the port, until a signal stops all of them. */
export function runProcesses(options: ProcessesOptions): void {
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
  readonly #places: Place[];
  #isStopping = false;
  #isReplacing = false;
  #failures = 0;
  readonly #figures = new FigureGathering();

  constructor(count: number) {
    this.#places = Array.from({ length: count }, () => ({ worker: undefined, startedAt: 0 }));
  }

  get #running(): number {
    return this.#places.filter(({ worker }) => worker !== undefined).length;
  }

  /** The first one makes what an installation begins with, and tells of it; the others find it made. */
  async startAll(): Promise<void> {
    const [first, ...others] = this.#places;
    const url = first && (await this.#fill(first, { isQuiet: false }));
    await Promise.all(others.map((place) => this.#fill(place)));
    if (url && !this.#isStopping) say(`Kawaraban is ready at ${url} (${this.#running} processes)`);
  }

  /** Lets running requests end everywhere; a second time nobody is waited for. */
  async stop(): Promise<void> {
    if (this.#isStopping) process.exit(1);
    this.#isStopping = true;
    process.exit((await this.#endAll()) ? 0 : 1);
  }

  /** Starts each process anew, one after the other, each old one once the new one answers. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#isStopping) return;
    this.#isReplacing = true;
    try {
      for (const place of this.#places) if (!this.#isStopping) await this.#replace(place);
      if (!this.#isStopping) say('All processes were replaced.');
    } catch (error) {
      if (!this.#isStopping) say(`Processes could not be replaced: ${(error as Error).message}.`);
    } finally {
      this.#isReplacing = false;
    }
  }

  async #replace(place: Place): Promise<void> {
    const old = place.worker;
    const { worker } = await this.#start({ isQuiet: true });
    if (place.worker !== old) {
      // It has died and been started anew in the meantime.
      await endWorker(worker, 'stop', STOP_MS);
      return;
    }
    this.#settle(place, worker);
    if (old) await endWorker(old, 'give way', GIVE_WAY_MS);
  }

  /** Puts a process in a place, unless that is given up; answers with the address. */
  async #fill(place: Place, { isQuiet } = { isQuiet: true }): Promise<string | undefined> {
    for (let gapMs = FIRST_GAP_MS; !this.#isStopping; gapMs = Math.min(gapMs * 2, LAST_GAP_MS)) {
      try {
        const { worker, url } = await this.#start({ isQuiet });
        // Whoever replaces all may have put one there in the meantime.
        if (place.worker) await endWorker(worker, 'stop', STOP_MS);
        else this.#settle(place, worker);
        return url;
      } catch (error) {
        if (await this.#isGivenUp(error as StartFailed)) return undefined;
      }
      await pause(gapMs);
    }
    return undefined;
  }

  /**
   * Whether to start no more in this place. All is given up when nothing answers. Otherwise what answers goes on, and
   * so do the starts, unless it is the configuration that they fail by: that changes by nobody's waiting.
   */
  async #isGivenUp({ exitCode, message }: StartFailed): Promise<boolean> {
    if (this.#isStopping) return true;
    this.#failures += 1;
    const running = this.#running;
    const isConfig = exitCode === EXIT_CONFIG;
    const isLast = this.#failures >= MAX_FAILURES || (isConfig && running === 0);
    if (!isLast || (running > 0 && !isConfig)) {
      if (this.#failures === 1) say(`${message}; it is started again.`);
      return false;
    }
    const times = `${message}, ${this.#failures} times in a row`;
    if (running > 0) {
      say(`${times}: correct the configuration and send SIGUSR2. ${running} of ${this.#places.length} go on.`);
      return true;
    }
    if (!isConfig) say(`${times}: Kawaraban gives up.`);
    this.#isStopping = true;
    await this.#endAll();
    process.exit(isConfig ? EXIT_CONFIG : 1);
  }

  async #start({ isQuiet }: { isQuiet: boolean }): Promise<{ worker: Worker; url: string }> {
    const worker = forkNumbered(isQuiet ? { [IS_QUIET]: '1' } : {});
    const url = await new Promise<string>((resolve, reject) => {
      worker.on('message', (said: FromProcess) => {
        if ('readyUrl' in said) resolve(said.readyUrl);
        else this.#figures.hear(said, worker, othersThan(worker));
      });
      worker.once('exit', (code) => reject(new StartFailed(code ?? 1)));
      // Also of one that could not be begun, or told something: it must not end this process.
      worker.on('error', () => reject(new StartFailed(1)));
    });
    this.#failures = 0;
    ready.add(worker);
    return { worker, url };
  }

  /** From now on the process has this place, and another one follows if it dies. */
  #settle(place: Place, worker: Worker): void {
    Object.assign(place, { worker, startedAt: performance.now() });
    worker.once('exit', (code, signal) => {
      if (this.#isStopping || place.worker !== worker) return;
      place.worker = undefined;
      say(`A server process ended with ${signal ?? code} and is started again.`);
      const isShortLived = performance.now() - place.startedAt < LONG_LIFE_MS;
      setTimeout(() => void this.#fill(place), isShortLived ? SHORT_LIFE_GAP_MS : 0);
    });
  }

  /** Whether all of them have stopped as they should. */
  async #endAll(): Promise<boolean> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ends = await Promise.all(workers.map((worker) => endWorker(worker, 'stop', STOP_MS)));
    return ends.every(Boolean);
  }
}

/** A process that dies soon after it was ready may do so again. */
const SHORT_LIFE_GAP_MS = 1000;

const ready = new WeakSet<Worker>();

/** Those that answer readers beside it, also where they are about to give way. */
function othersThan(worker: Worker): Worker[] {
  const all = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);
  return all.filter((each) => each !== worker && ready.has(each) && !each.isDead());
}

/** Whether it has ended by itself in time, and well. */
async function endWorker(worker: Worker, word: ToProcess, ms: number): Promise<boolean> {
  if (worker.isDead()) return true;
  const exit = once(worker, 'exit') as Promise<[code: number | null]>;
  // One that is still starting listens to nothing, and has nothing to end.
  if (!ready.has(worker)) worker.process.kill('SIGKILL');
  else if (worker.isConnected()) worker.send(word, () => {});
  const late = setTimeout(() => worker.process.kill('SIGKILL'), ms);
  const [code] = await exit;
  clearTimeout(late);
  return code === 0 || !ready.has(worker);
}
