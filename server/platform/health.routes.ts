import type { FastifyInstance } from 'fastify';

/** `/healthz` says that the process lives, `/readyz` that it can do its work: 200, or 503 while it cannot. */
export function healthRoutes(
  app: FastifyInstance,
  { isReady, isClosing }: { isReady: () => Promise<boolean>; isClosing: () => boolean },
): void {
  const config = { access: { level: 'public' } } as const;
  const schema = { hide: true };

  app.get('/healthz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { config, schema }, async (_request, reply) => {
    const ready = !isClosing() && (await isReady());
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: ready ? 'ready' : 'not ready' };
  });
}
