import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from './errors.ts';
import { inPlace, Places } from './places.ts';
import { WorkerProcess } from './worker-process.ts';

export interface ProcessPoolOptions {
  /** What each process runs. */
  readonly module: URL;
  readonly processes: number;
  /** What one job may take; a process that takes longer is ended. */
  readonly timeLimitMs: number;
  /** Heap of one process, which ends when it needs more. */
  readonly memoryLimitMb: number;
  /** How many may wait for their turn, and how long. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** How much may wait, as the jobs are weighed; what is heavier by itself waits alone. */
  readonly maxWeight?: number | undefined;
  /** A process with nothing to do gives its memory back after this. */
  readonly idleMs: number;
  /** How long a process may take to load what it works with. */
  readonly startLimitMs?: number | undefined;
  /** How long a job waits for a process that starts; somewhat less than callers wait for an answer. */
  readonly startWaitMs?: number | undefined;
  /** When the first process is tried again after one that did not start. */
  readonly startAgainMs?: number | undefined;
  /** Called when a process cannot be started. */
  readonly onError: (error: Error) => void;
  /** Called when a process takes long to start. */
  readonly onSlowStart?: (() => void) | undefined;
}

/** On a machine that is busy with everything else at once, loading a module of megabytes may take this long. */
const START_MS = 120_000;
const SLOW_START_MS = 10_000;
const START_WAIT_MS = 25_000;
const START_AGAIN_MS = 5000;

/** How many processes there are, and how many jobs are done in them or wait. */
export interface ProcessLoad {
  readonly processes: number;
  readonly working: number;
  readonly waiting: number;
}

/** So many minor jobs of one account wait for its turn. */
const MAX_WAITING_OF_ONE = 5;

interface RunOptions {
  readonly isMinor?: boolean;
  /** Whose minor job it is. */
  readonly account?: string | undefined;
  /** Nothing where its kind is not weighed. */
  readonly weight?: number;
}

/**
 * Works in processes of its own, so that the server answers others meanwhile, however long or large something turns
 * out. None is started before there is something to do.
 */
export class ProcessPool<Job, Answer> {
  readonly #options: ProcessPoolOptions;
  readonly #places: Places;
  readonly #minorPlaces: Places;
  readonly #placesOf = new Map<string, Places>();
  readonly #resting: WorkerProcess[] = [];
  readonly #all = new Set<WorkerProcess>();
  /** Jobs whose turn it is, for the next process that has started or is done with another job. */
  readonly #waiting: ((one: WorkerProcess | undefined) => void)[] = [];
  #isWarm = false;
  #isClosed = false;

  constructor(options: ProcessPoolOptions) {
    const { processes, maxWaiting, maxWaitMs, maxWeight } = options;
    const line = { maxWaitMs, maxWeight };
    this.#options = options;
    this.#places = new Places({ ...line, count: processes, maxWaiting });
    this.#minorPlaces = new Places({ ...line, count: Math.max(1, processes - 1), maxWaiting: maxWaiting / 2 });
  }

  /**
   * Minor jobs may be many: one process is never theirs. Of one account, one is done at a time, and it stands in line
   * with those of others.
   * @throws {Refusal} with 503 when there is too much to do.
   * @throws {ProcessEnded} when the job takes too much time or memory.
   * @throws whatever the process answers that is an error.
   */
  run(job: Job, { isMinor = false, account, weight = 0 }: RunOptions = {}): Promise<Answer> {
    const runInPlace = () => inPlace(this.#places, async () => this.#runIn(await this.#takeProcess(), job), weight);
    if (!isMinor) return runInPlace();
    const runMinor = () => inPlace(this.#minorPlaces, runInPlace, weight);
    return account === undefined ? runMinor() : this.#inPlaceOf(account, runMinor);
  }

  /** Whether a process has ever started. */
  get isWarm(): boolean {
    return this.#isWarm;
  }

  /** Starts a process before there is something to do, and tries again until one has started. */
  async warmUp(): Promise<void> {
    const { startAgainMs = START_AGAIN_MS } = this.#options;
    while (!this.#isWarm && !this.#isClosed) {
      await this.#start();
      if (!this.#isWarm) await pause(startAgainMs, undefined, { ref: false });
    }
  }

  /** As it is now. */
  load(): ProcessLoad {
    const lines = [this.#places, this.#minorPlaces, ...this.#placesOf.values()];
    return {
      processes: this.#alive,
      working: this.#places.taken,
      waiting: lines.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  }

  /** What is in work is given up. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#all) one.end();
    this.#refuseWaiting();
  }

  get #alive(): number {
    return [...this.#all].filter(({ hasEnded }) => !hasEnded).length;
  }

  async #inPlaceOf<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    const { maxWaitMs } = this.#options;
    const places = this.#placesOf.get(account) ?? new Places({ count: 1, maxWaiting: MAX_WAITING_OF_ONE, maxWaitMs });
    this.#placesOf.set(account, places);
    try {
      return await inPlace(places, work);
    } finally {
      if (places.taken === 0 && this.#placesOf.get(account) === places) this.#placesOf.delete(account);
    }
  }

  async #takeProcess(): Promise<WorkerProcess> {
    if (this.#isClosed) throw unavailable();
    for (let one = this.#resting.pop(); one; one = this.#resting.pop()) {
      if (!one.hasEnded) {
        one.wake();
        return one;
      }
      this.#all.delete(one);
    }
    const { promise, resolve } = Promise.withResolvers<WorkerProcess | undefined>();
    this.#waiting.push(resolve);
    this.#startForWaiting();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      resolve(undefined);
    }, this.#options.startWaitMs ?? START_WAIT_MS);
    const one = await promise.finally(() => clearTimeout(timer));
    if (!one) throw unavailable();
    return one;
  }

  /** One that is done with another job before may be taken instead. */
  #startForWaiting(): void {
    if (this.#waiting.length > 0 && this.#alive < this.#options.processes) void this.#start();
  }

  async #start(): Promise<void> {
    const { module, memoryLimitMb, startLimitMs = START_MS, onError, onSlowStart } = this.#options;
    const one = WorkerProcess.start(module, memoryLimitMb);
    this.#all.add(one);
    const slow = setTimeout(() => onSlowStart?.(), SLOW_START_MS);
    try {
      await one.ready(startLimitMs);
      this.#isWarm = true;
      this.#pass(one);
    } catch (error) {
      this.#all.delete(one);
      if (!this.#isClosed) onError(error as Error);
      if (this.#alive === 0) this.#refuseWaiting();
    } finally {
      clearTimeout(slow);
    }
  }

  #refuseWaiting(): void {
    for (const give of this.#waiting.splice(0)) give(undefined);
  }

  #pass(one: WorkerProcess): void {
    const give = this.#waiting.shift();
    if (give) {
      give(one);
      return;
    }
    this.#resting.push(one);
    one.rest(this.#options.idleMs);
  }

  async #runIn(one: WorkerProcess, job: Job): Promise<Answer> {
    try {
      return (await one.run(job, this.#options.timeLimitMs)) as Answer;
    } catch (error) {
      throw this.#isClosed ? unavailable() : error;
    } finally {
      if (one.hasEnded) {
        this.#all.delete(one);
        this.#startForWaiting();
      } else this.#pass(one);
    }
  }
}
