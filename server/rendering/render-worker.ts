import { type Conversion, convertBody } from './convert-body.ts';
import { type BodySource, renderBody } from './render-body.ts';

export type RenderJob = BodySource | Conversion;

process.on('message', async (job: RenderJob) => {
  const work: Promise<unknown> = 'to' in job ? convertBody(job) : renderBody(job);
  process.send?.(await work.catch((error: unknown) => error));
});

// Ignores signals sent to the process group, because the server shuts workers down. Exits when the server is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

process.send?.('ready');
