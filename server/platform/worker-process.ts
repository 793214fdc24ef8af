import { type ChildProcess, fork } from 'node:child_process';

/** The process ended, by itself or because its time was up. */
export class ProcessEnded extends Error {
  readonly isOutOfTime: boolean;
  readonly signal: string | null;

  constructor({ isOutOfTime, signal, code }: { isOutOfTime: boolean; signal: string | null; code: number | null }) {
    super(`The process ended (${signal ?? code})`);
    this.name = 'ProcessEnded';
    this.isOutOfTime = isOutOfTime;
    this.signal = signal;
  }
}

/**
 * A process that works for the server, at one thing at a time. A thread would not do: one that runs out of memory can
 * take the whole server with it. Its module says `ready` once, and then answers each message with one.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #idleTimer: NodeJS.Timeout | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    // What goes wrong while nobody waits for an answer is noticed with the next one.
    child.on('error', () => {});
  }

  /** Starts one; it takes jobs as soon as it is `ready`. */
  static start(module: URL, memoryLimitMb: number): WorkerProcess {
    const child = fork(module, {
      execArgv: [`--max-old-space-size=${memoryLimitMb}`],
      // What the server's environment holds is none of its business.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new WorkerProcess(child);
  }

  /** @throws {ProcessEnded} when it does not start in time. */
  async ready(limitMs: number): Promise<void> {
    await this.#answer(limitMs);
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode, killed } = this.#child;
    return exitCode !== null || signalCode !== null || killed;
  }

  /**
   * @throws {ProcessEnded} when it takes too long or too much memory.
   * @throws whatever it answers that is an error.
   */
  async run(job: unknown, timeLimitMs: number): Promise<unknown> {
    this.#child.send(job as object);
    const answer = await this.#answer(timeLimitMs);
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** Waits for the next use, for no longer than that, and keeps nobody from stopping. */
  rest(idleMs: number): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idleTimer = setTimeout(() => this.end(), idleMs).unref();
  }

  wake(): void {
    clearTimeout(this.#idleTimer);
    this.#child.ref();
    this.#child.channel?.ref();
  }

  end(): void {
    clearTimeout(this.#idleTimer);
    this.#child.kill('SIGKILL');
  }

  async #answer(limitMs: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isOutOfTime = false;
    const onEnd = (code: number | null, signal: string | null) =>
      reject(new ProcessEnded({ isOutOfTime, signal, code }));
    const timer = setTimeout(() => {
      isOutOfTime = true;
      this.end();
    }, limitMs);
    this.#child.once('message', resolve).once('exit', onEnd).once('error', reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off('message', resolve).off('exit', onEnd).off('error', reject);
    }
  }
}
