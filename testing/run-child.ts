import { spawn } from 'node:child_process';
import { once } from 'node:events';

const GRACE_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program and returns its exit code. When a signal ends this process, it first ends the program and everything
 * that the program started: by SIGINT, which lets test runners clean up, and after some seconds by force. A program
 * that runs longer than `limitMs` ends in the same way, with the code null.
 */
export async function runChild(
  program: string,
  args: readonly string[],
  { cwd, env, limitMs }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly limitMs?: number } = {},
): Promise<number | null> {
  // A process group of its own can be ended as a whole.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  let received: NodeJS.Signals | undefined;
  let force: NodeJS.Timeout | undefined;
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const end = () => {
    child.kill('SIGINT');
    force ??= setTimeout(endGroup, GRACE_MS);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (received) return endGroup();
    received = signal;
    end();
  };
  let isLate = false;
  const onLimit = () => {
    isLate = true;
    end();
  };
  const limit = limitMs === undefined ? undefined : setTimeout(onLimit, limitMs);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, onSignal);
  clearTimeout(limit);
  clearTimeout(force);
  if (received || isLate) endGroup();
  if (received) process.kill(process.pid, received);
  return isLate ? null : code;
}
