import { type BodySource, renderBody } from './render-body.ts';

/** The process that the render pool starts: it takes one source after the other and answers with what came of it. */
process.on('message', async (source: BodySource) => {
  process.send?.(await renderBody(source).catch((error: unknown) => error));
});

// A signal to the whole group is the server's to obey. Without the server there is nothing to wait for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

process.send?.('ready');
