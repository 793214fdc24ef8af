import type { FastifyInstance } from 'fastify';

export interface Health {
  isReady(): Promise<boolean>;
  isClosing(): boolean;
  /** Whether scheduled posts are recorded later than they should be. */
  isClockLate(): Promise<boolean>;
}

/**
 * `/healthz` says that the process lives, `/readyz` that it can do its work: 200, or 503 while it cannot.
 * A late clock is told there and nothing more, since readers are shown everything in time without it: a process that
 * no reader is sent to would delay what is not delayed.
 */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  const config = { access: { level: 'public' } } as const;
  const schema = { hide: true };

  app.get('/healthz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { config, schema }, async (_request, reply) => {
    const clock = await readClock(health);
    reply.code(clock ? 200 : 503).header('cache-control', 'no-store');
    return clock ? { status: 'ready', clock } : { status: 'not ready' };
  });
}

/** Nothing while the process cannot do its work. */
async function readClock({ isReady, isClosing, isClockLate }: Health): Promise<'late' | 'on time' | undefined> {
  if (isClosing() || !(await isReady())) return undefined;
  try {
    return (await isClockLate()) ? 'late' : 'on time';
  } catch {
    // The database has gone away between two questions.
    return undefined;
  }
}
