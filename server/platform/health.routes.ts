import type { FastifyInstance } from 'fastify';
import { type Database, isReachable } from '../database/connect.ts';
import type { WriteWatch } from './write-watch.ts';

export interface Health {
  readonly database: Database;
  readonly writeWatch: WriteWatch;
  /** What renders texts; it may take a while to start. */
  readonly renderer: { isWarm?(): boolean };
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
    const [clock, storage] = await Promise.all([readClock(health), health.writeWatch.failureOf('database')]);
    const isReady = clock !== undefined && storage === undefined;
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    return isReady ? { status: 'ready', clock } : { status: 'not ready', ...(storage && { storage }) };
  });
}

/** Nothing while the process cannot do its work. */
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
    // The database has gone away between two questions.
    return undefined;
  }
}
