import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { TEST_SECRET } from './app.ts';
import { temporaryFolder } from './product.ts';

export interface ClockedProcess {
  readonly child: ChildProcess;
  readonly logged: () => Record<string, unknown>[];
  readonly exit: Promise<unknown>;
  send(line: string): void;
  hasPrinted(words: RegExp): Promise<RegExpExecArray>;
}

export interface ClockedProduct extends ClockedProcess {
  readonly url: string;
  moveTo(instant: string): Promise<void>;
}

export async function startClockedProduct(target: DatabaseTarget, instant: string): Promise<ClockedProduct> {
  const started = await startProcess('testing/clocked-process.ts', target);
  started.send(instant);
  const [, url = ''] = await started.hasPrinted(/ready at (\S+)/);
  return {
    ...started,
    url,
    moveTo: async (next) => {
      started.send(next);
      await started.hasPrinted(new RegExp(`it is ${next}`));
    },
  };
}

export async function startTickProcess(target: DatabaseTarget): Promise<ClockedProcess> {
  const started = await startProcess('testing/tick-process.ts', target);
  await started.hasPrinted(/ready/);
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
  // A write to a process that has just ended fails; its exit is reported separately.
  child.stdin.on('error', () => {});
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const hasPrinted: ClockedProcess['hasPrinted'] = async (words) => {
    for (;;) {
      const found = words.exec(output.stderr);
      if (found) return found;
      const ended = await Promise.race([once(child.stderr, 'data').then(() => false), exit.then(() => true)]);
      if (ended && !words.test(output.stderr)) throw new Error(`The process ended: ${output.stderr} ${output.stdout}`);
    }
  };
  const logged = () =>
    output.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { child, logged, exit, send: (line) => child.stdin.write(`${line}\n`), hasPrinted };
}
