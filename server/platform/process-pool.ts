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
  /** How many may wait for a process, and how long. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** How much may wait, as the jobs are weighed; what is heavier by itself waits alone. */
  readonly maxWeight?: number | undefined;
  /** A process with nothing to do gives its memory back after this. */
  readonly idleMs: number;
  /** Called when a process cannot be started. */
  readonly onError: (error: Error) => void;
}

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

  /** As it is now. */
  load(): ProcessLoad {
    const lines = [this.#places, this.#minorPlaces, ...this.#placesOf.values()];
    return {
      processes: [...this.#all].filter(({ hasEnded }) => !hasEnded).length,
      working: this.#places.taken,
      waiting: lines.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  }

  /** What is in work is given up. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#all) one.end();
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
    const { module, memoryLimitMb, onError } = this.#options;
    const started = await WorkerProcess.start(module, memoryLimitMb).catch((error: Error) => {
      onError(error);
      throw unavailable();
    });
    this.#all.add(started);
    if (this.#isClosed) started.end();
    return started;
  }

  async #runIn(one: WorkerProcess, job: Job): Promise<Answer> {
    const { timeLimitMs, idleMs } = this.#options;
    try {
      return (await one.run(job, timeLimitMs)) as Answer;
    } catch (error) {
      throw this.#isClosed ? unavailable() : error;
    } finally {
      if (one.hasEnded) this.#all.delete(one);
      else {
        this.#resting.push(one);
        one.rest(idleMs);
      }
    }
  }
}
