import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs the product in a child process whose clock is this one's plus `offsetMs`. */
export class FaultyProduct {
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #clock: NodeJS.Timeout;
  #child: ChildProcess | undefined;
  offsetMs = 0;

  constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { ...env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', NODE_ENV: 'production' };
    this.#clock = setInterval(() => this.#tellTime(), 250);
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['testing/clocked-process.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: this.#env,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stdin.on('error', () => {});
    this.#tellTime();
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => {
        if (output.length < 10_000) output += chunk;
        if (output.includes('ready at')) resolve();
      });
      child.once('close', () => reject(new Error(`The product did not start: ${output}`)));
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    await this.kill();
  }

  #tellTime(): void {
    this.#child?.stdin?.write(`${new Date(Date.now() + this.offsetMs).toISOString()}\n`);
  }
}
