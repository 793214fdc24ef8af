import { type ChildProcess, fork } from 'node:child_process';

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
 * Child process that runs one job at a time. A thread that runs out of memory could crash the server. Its module sends
 * `ready` once, and then one message per job.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #idleTimer: NodeJS.Timeout | undefined;
  #isReady = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
    // Errors of an idle process surface at the next job.
    child.on('error', () => {});
  }

  static start(module: URL, memoryLimitMb: number): WorkerProcess {
    const child = fork(module, {
      execArgv: [`--max-old-space-size=${memoryLimitMb}`],
      // Hides the server's environment, which contains secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new WorkerProcess(child);
  }

  /** @throws {ProcessEnded} when it does not start in time. */
  async ready(limitMs: number): Promise<void> {
    await this.#answer(limitMs);
    this.#isReady = true;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode, killed } = this.#child;
    return exitCode !== null || signalCode !== null || killed;
  }

  /**
   * @throws {ProcessEnded} when it exceeds the time or memory limit.
   * @throws the error that the process returned
   */
  async run(job: unknown, timeLimitMs: number): Promise<unknown> {
    this.#child.send(job as object);
    const answer = await this.#answer(timeLimitMs);
    if (answer instanceof Error) throw answer;
    return answer;
  }

  markIdle(idleMs: number): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idleTimer = setTimeout(() => this.end(), idleMs).unref();
  }

  markBusy(): void {
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
