import { type ChildProcess, fork } from 'node:child_process';
import type { BodySource } from './render-body.ts';
import type { Rendered } from './rendered.ts';

const WORKER = new URL('./render-worker.ts', import.meta.url);

/** How long a process may take to load the pipeline. */
const START_MS = 15_000;

/** The process ended, by itself or because its time was up. */
export class ProcessEnded extends Error {
  constructor(how: string) {
    super(`The rendering process ended (${how})`);
    this.name = 'ProcessEnded';
  }
}

/**
 * A process that renders, one source at a time. A thread would not do: one that runs out of memory can take the whole
 * server with it.
 */
export class RenderProcess {
  readonly #child: ChildProcess;
  #idleTimer: NodeJS.Timeout | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    // What goes wrong while nobody waits for an answer is noticed with the next one.
    child.on('error', () => {});
  }

  /** @throws {ProcessEnded} when it does not start in time. */
  static async start(memoryLimitMb: number): Promise<RenderProcess> {
    const child = fork(WORKER, {
      execArgv: [`--max-old-space-size=${memoryLimitMb}`],
      // What the server's environment holds is none of its business.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started = new RenderProcess(child);
    await started.#answer(START_MS);
    return started;
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode, killed } = this.#child;
    return exitCode !== null || signalCode !== null || killed;
  }

  /**
   * @throws {ProcessEnded} when it takes too long or too much memory.
   * @throws whatever rendering throws.
   */
  async render(source: BodySource, timeLimitMs: number): Promise<Rendered> {
    this.#child.send(source);
    const answer = await this.#answer(timeLimitMs);
    if (answer instanceof Error) throw answer;
    return answer as Rendered;
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
    const onEnd = (code: number | null, signal: string | null) => reject(new ProcessEnded(`${signal ?? code}`));
    const timer = setTimeout(() => this.end(), limitMs);
    this.#child.once('message', resolve).once('exit', onEnd).once('error', reject);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off('message', resolve).off('exit', onEnd).off('error', reject);
    }
  }
}
