import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { TEST_SECRET } from './app.ts';
import { temporaryFolder } from './product.ts';

export interface ClockedProcess {
  readonly child: ChildProcess;
  /** What it has logged so far, a line an entry. */
  readonly logged: () => Record<string, unknown>[];
  readonly exit: Promise<unknown>;
  /** Says a line to it. */
  tell(line: string): void;
  /** Comes when it has said this on standard error; with its end, if it ends before. */
  hasSaid(words: RegExp): Promise<RegExpExecArray>;
}

export interface ClockedProduct extends ClockedProcess {
  readonly url: string;
  /** Comes when it is this time there. */
  moveTo(instant: string): Promise<void>;
}

/** The whole product on a database that exists already, with a clock that a test moves. It ends with the test. */
export async function startClockedProduct(target: DatabaseTarget, instant: string): Promise<ClockedProduct> {
  const started = await startProcess('testing/clocked-process.ts', target);
  started.tell(instant);
  const [, url = ''] = await started.hasSaid(/ready at (\S+)/);
  return {
    ...started,
    url,
    moveTo: async (next) => {
      started.tell(next);
      await started.hasSaid(new RegExp(`it is ${next}`));
    },
  };
}

/** A process that has opened the database, and lets the clock tick when it is told a time. */
export async function startTickProcess(target: DatabaseTarget): Promise<ClockedProcess> {
  const started = await startProcess('testing/tick-process.ts', target);
  await started.hasSaid(/ready/);
  return started;
}

async function startProcess(script: string, target: DatabaseTarget): Promise<ClockedProcess> {
  const child = spawn(process.execPath, [script], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: await temporaryFolder(),
      SECRET: TEST_SECRET,
      DATABASE_URL: target.engine === 'sqlite' ? `sqlite:${target.path}` : target.url,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  // A line to a process that has just ended is lost, which is what its end tells.
  child.stdin.on('error', () => {});
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
    });
  }
  const hasSaid: ClockedProcess['hasSaid'] = async (words) => {
    for (;;) {
      const found = words.exec(said.stderr);
      if (found) return found;
      const ended = await Promise.race([once(child.stderr, 'data').then(() => false), exit.then(() => true)]);
      if (ended && !words.test(said.stderr)) throw new Error(`The process ended: ${said.stderr} ${said.stdout}`);
    }
  };
  const logged = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { child, logged, exit, tell: (line) => child.stdin.write(`${line}\n`), hasSaid };
}
