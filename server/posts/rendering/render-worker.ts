import { type Conversion, convertBody } from '../convert/convert-body.ts';
import { type BodySource, renderBody } from './render-body.ts';

export type RenderJob = BodySource | Conversion;

/** The process that the render pool starts: it takes one source after the other and answers with what came of it. */
process.on('message', async (job: RenderJob) => {
  const work: Promise<unknown> = 'to' in job ? convertBody(job) : renderBody(job);
  process.send?.(await work.catch((error: unknown) => error));
});

// A signal to the whole group is the server's to obey. Without the server there is nothing to wait for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

process.send?.('ready');
