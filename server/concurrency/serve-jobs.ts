import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

const LOW_PRIORITY = 5;

/** Runs the jobs of a `WorkerProcess` in its child process, which ends when its channel to the server closes. */
export async function serveJobs<Job>(
  work: (job: Job) => Promise<unknown>,
  { isBackground = false }: { readonly isBackground?: boolean } = {},
): Promise<void> {
  process.on('message', async (job: Job) => {
    process.send?.(await work(job).catch((error: unknown) => error));
  });
  // The server handles signals to the process group.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  if (isBackground) {
    setPriority(LOW_PRIORITY);
    // Makes the OOM killer of Linux prefer this process to the server.
    await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  }
  process.send?.('ready');
}
