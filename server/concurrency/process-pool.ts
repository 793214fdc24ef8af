import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../http/errors.ts';
import { Semaphore, withPermit } from './semaphore.ts';
import { WorkerProcess } from './worker-process.ts';

export interface ProcessPoolOptions {
  readonly module: URL;
  readonly processes: number;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Maximum total weight of queued jobs. A heavier job is queued only alone. */
  readonly maxWeight?: number | undefined;
  readonly idleMs?: number;
  /** Maximum duration of a start. Jobs that find no process ready wait as much longer. */
  readonly startLimitMs?: number | undefined;
  readonly startAgainMs?: number | undefined;
  readonly onError?: (error: Error) => void;
  readonly onSlowStart?: (() => void) | undefined;
}

const START_MS = 120_000;
const SLOW_START_MS = 10_000;
const START_AGAIN_MS = 5000;
const IDLE_MS = 60_000;

export interface ProcessLoad {
  readonly processes: number;
  readonly working: number;
  readonly waiting: number;
}

const MAX_WAITING_PER_ACCOUNT = 5;

interface RunOptions {
  readonly isMinor?: boolean;
  readonly account?: string | undefined;
  readonly weight?: number;
}

/** Child processes keep long or large jobs from blocking the server. They start on demand. */
export class ProcessPool<Job, Answer> {
  readonly #options: ProcessPoolOptions;
  readonly #semaphore: Semaphore;
  readonly #minorJobsSemaphore: Semaphore;
  readonly #semaphoresByAccount = new Map<string, Semaphore>();
  readonly #idle: WorkerProcess[] = [];
  readonly #all = new Set<WorkerProcess>();
  readonly #waiting: ((one: WorkerProcess | undefined) => void)[] = [];
  #isWarm = false;
  #isClosed = false;

  constructor(options: ProcessPoolOptions) {
    const { processes, maxWaiting, maxWaitMs, maxWeight } = options;
    const limits = { maxWaitMs, maxWeight };
    this.#options = options;
    this.#semaphore = new Semaphore({ ...limits, count: processes, maxWaiting });
    this.#minorJobsSemaphore = new Semaphore({
      ...limits,
      count: Math.max(1, processes - 1),
      maxWaiting: maxWaiting / 2,
    });
  }

  /**
   * Runs a job. Minor jobs leave at least one process to others if there are several, and run one at a time per
   * account.
   * @throws {HttpError} 503 when the queue is full.
   * @throws {ProcessEnded} when the job exceeds its time or memory limit.
   * @throws the error that the process returned
   */
  run(job: Job, { isMinor = false, account, weight = 0 }: RunOptions = {}): Promise<Answer> {
    const queued = { weight, maxWaitMs: this.#maxWaitMs };
    const runWithPermit = () =>
      withPermit(this.#semaphore, async () => this.#runIn(await this.#takeProcess(), job), queued);
    if (!isMinor) return runWithPermit();
    const runMinor = () => withPermit(this.#minorJobsSemaphore, runWithPermit, queued);
    return account === undefined ? runMinor() : this.#withAccountPermit(account, runMinor);
  }

  get isWarm(): boolean {
    return this.#isWarm;
  }

  async warmUp(): Promise<void> {
    const { startAgainMs = START_AGAIN_MS } = this.#options;
    while (!this.#isWarm && !this.#isClosed) {
      await this.#start();
      if (!this.#isWarm) await pause(startAgainMs, undefined, { ref: false });
    }
  }

  load(): ProcessLoad {
    const semaphores = [this.#semaphore, this.#minorJobsSemaphore, ...this.#semaphoresByAccount.values()];
    return {
      processes: this.#alive,
      working: this.#semaphore.load.taken,
      waiting: semaphores.reduce((sum, { load }) => sum + load.waiting, 0),
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const one of this.#all) one.end();
    this.#rejectWaiting();
  }

  get #alive(): number {
    return [...this.#all].filter(({ hasEnded }) => !hasEnded).length;
  }

  get #maxWaitMs(): number {
    const { maxWaitMs, startLimitMs = START_MS } = this.#options;
    const isReady = [...this.#all].some((one) => one.isReady && !one.hasEnded);
    return isReady ? maxWaitMs : maxWaitMs + startLimitMs;
  }

  async #withAccountPermit<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    const { maxWaitMs } = this.#options;
    const semaphore =
      this.#semaphoresByAccount.get(account) ??
      new Semaphore({ count: 1, maxWaiting: MAX_WAITING_PER_ACCOUNT, maxWaitMs });
    this.#semaphoresByAccount.set(account, semaphore);
    try {
      return await withPermit(semaphore, work);
    } finally {
      if (semaphore.load.taken === 0 && this.#semaphoresByAccount.get(account) === semaphore)
        this.#semaphoresByAccount.delete(account);
    }
  }

  async #takeProcess(): Promise<WorkerProcess> {
    if (this.#isClosed) throw unavailable();
    for (let one = this.#idle.pop(); one; one = this.#idle.pop()) {
      if (!one.hasEnded) {
        one.markBusy();
        return one;
      }
      this.#all.delete(one);
    }
    const { promise, resolve } = Promise.withResolvers<WorkerProcess | undefined>();
    this.#waiting.push(resolve);
    this.#startForWaiting();
    const one = await promise;
    if (!one) throw unavailable();
    return one;
  }

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
      this.#release(one);
    } catch (error) {
      this.#all.delete(one);
      if (!this.#isClosed) onError?.(error as Error);
      if (this.#alive === 0) this.#rejectWaiting();
    } finally {
      clearTimeout(slow);
    }
  }

  #rejectWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
  }

  #release(one: WorkerProcess): void {
    const resolve = this.#waiting.shift();
    if (resolve) {
      resolve(one);
      return;
    }
    this.#idle.push(one);
    one.markIdle(this.#options.idleMs ?? IDLE_MS);
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
      } else this.#release(one);
    }
  }
}
