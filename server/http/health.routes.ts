import type { FastifyInstance } from 'fastify';
import { type Database, isReachable } from '../database/connect.ts';
import type { WriteWatch } from '../platform/write-watch.ts';

export interface Health {
  readonly database: Database;
  readonly writeWatch: WriteWatch;
  readonly renderer: { isWarm?(): boolean };
  isClosing(): boolean;
  isClockLate(): Promise<boolean>;
}

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (200 or 503). A late scheduler is only reported and does not
 * make the process unready, since readers get scheduled posts in time without it.
 */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  const config = { access: { level: 'public' } } as const;
  const schema = { hide: true };

  app.get('/healthz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { config, schema }, async (_request, reply) => {
    const [clock, storage] = await Promise.all([readClock(health), health.writeWatch.failureOf('database')]);
    const isReady = clock !== undefined && storage === undefined;
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    return isReady ? { status: 'ready', clock } : { status: 'not ready', ...(storage && { storage }) };
  });
}

async function readClock({
  database,
  renderer,
  isClosing,
  isClockLate,
}: Health): Promise<'late' | 'on time' | undefined> {
  if (isClosing() || renderer.isWarm?.() === false || !(await isReachable(database))) return undefined;
  try {
    return (await isClockLate()) ? 'late' : 'on time';
  } catch {
    // The database became unreachable in between.
    return undefined;
  }
}
