import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { messages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import type { PoolName } from '../database/postgres-pools.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { ImageProcessor } from '../media-images/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { WriteWatch } from '../platform/write-watch.ts';
import type { ClockWatch } from '../publishing/index.ts';
import type { Renderer } from '../rendering/index.ts';
import type { ResponseCache } from '../response-cache/index.ts';
import type { CardRenderer } from '../syndication/index.ts';
import { addMetrics, DurationHistogram, gauges, type MetricSource } from './metric.ts';
import { queueMetrics, storageMetrics, workerMetrics } from './queue-metrics.ts';
import { cacheMetrics, requestMetrics } from './request-metrics.ts';

interface MetricsTools {
  readonly token: string | undefined;
  readonly worker?: string | undefined;
  /** A scrape cannot choose a worker, so it gets the metrics of all. */
  readonly otherWorkers?: OtherWorkers | undefined;
  readonly version: string;
  readonly database: Database;
  readonly writeWatch: WriteWatch;
  readonly responseCache?: ResponseCache | undefined;
  readonly renderer: Renderer;
  readonly images: ImageProcessor;
  readonly cards: CardRenderer;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly log: Log;
  readonly isInternal: (request: FastifyRequest) => boolean;
}

/** Must be registered before other routes, which it counts. */
export async function metricsRoutes(app: FastifyInstance, { token, ...tools }: MetricsTools): Promise<void> {
  const config = { access: { level: 'public' } } as const;
  const registry = token === undefined ? undefined : await measure(app, tools);
  const { worker, otherWorkers } = tools;
  if (registry) otherWorkers?.answerWith(() => registry.metrics());
  app.get('/metrics', { config, schema: { hide: true } }, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (token === undefined || !registry) throw notFound();
    if (!isToken(headers.authorization, token)) throw new HttpError(401, { message: messages.authRequired });
    reply.type(registry.contentType);
    if (worker === undefined || !otherWorkers) return registry.metrics();
    const [metrics, others] = await Promise.all([registry.metrics(), otherWorkers.ask()]);
    return mergeMetrics([{ worker, metrics }, ...others]);
  });
}

async function measure(app: FastifyInstance, tools: Omit<MetricsTools, 'token'>): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const { database, writeWatch, responseCache, version, worker } = tools;
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker });
  addMetrics(registry, [
    buildMetric({ version, engine: database.engine }),
    ...requestMetrics(app, tools),
    ...(responseCache ? cacheMetrics(responseCache) : []),
    ...databaseMetrics(database),
    ...storageMetrics(writeWatch),
    ...workerMetrics(tools),
    ...queueMetrics(tools),
  ]);
  collectDefaultMetrics({ register: registry });
  return registry;
}

function buildMetric({ version, engine }: { readonly version: string; readonly engine: string }): MetricSource {
  const labels = { version, database: engine, node: process.version };
  return {
    name: 'kawaraban_build_info',
    help: 'Version of the running server; always 1.',
    type: 'gauge',
    read: () => [{ labels, value: 1 }],
  };
}

function isToken(header: string | undefined, token: string): boolean {
  const sentToken = /^bearer +([!-~]+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digestOf(sentToken), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export interface OtherWorker {
  readonly worker: string;
  readonly metrics?: string | undefined;
}

export interface OtherWorkers {
  answerWith(read: () => Promise<string>): void;
  ask(): Promise<readonly OtherWorker[]>;
}

export function mergeMetrics(processes: readonly OtherWorker[]): string {
  const families = new Map<string, string[]>();
  for (const { metrics = '' } of processes) {
    for (const family of metrics.split(/^(?=# HELP )/m)) {
      const [help, type, ...samples] = family.trimEnd().split('\n');
      if (help === undefined || type === undefined) continue;
      const header = `${help}\n${type}`;
      families.set(header, [...(families.get(header) ?? []), ...samples]);
    }
  }
  families.set(
    '# HELP kawaraban_process_up Whether a process reported its metrics: 1 or 0.\n# TYPE kawaraban_process_up gauge',
    processes.map(({ worker, metrics }) => `kawaraban_process_up{worker="${worker}"} ${metrics === undefined ? 0 : 1}`),
  );
  return [...families].map(([header, samples]) => `${[header, ...samples].join('\n')}\n`).join('\n');
}

const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const POOLS: readonly PoolName[] = ['reader', 'writer'];

function databaseMetrics(database: Database): MetricSource[] {
  const durations = { reader: new DurationHistogram(BOUNDS), writer: new DurationHistogram(BOUNDS) };
  const failures = { reader: 0, writer: 0 };
  let commits = 0;
  database.onQuery(({ pool, seconds, error }) => {
    durations[pool].add(seconds);
    if (error !== undefined) failures[pool] += 1;
  });
  database.onCommit(({ isOwn }) => {
    if (isOwn) commits += 1;
  });
  return [
    {
      name: 'kawaraban_database_query_duration_seconds',
      help: 'Statement duration, excluding the wait for a connection.',
      type: 'histogram',
      read: () =>
        POOLS.flatMap((pool) => durations[pool].samples('kawaraban_database_query_duration_seconds', { pool })),
    },
    {
      name: 'kawaraban_database_query_failures_total',
      help: 'Failed statements.',
      type: 'counter',
      read: () => POOLS.map((pool) => ({ labels: { pool }, value: failures[pool] })),
    },
    {
      name: 'kawaraban_database_commits_total',
      help: 'Transactions committed by this process.',
      type: 'counter',
      read: () => [{ value: commits }],
    },
    ...poolMetrics(database),
  ];
}

function poolMetrics(database: Database): MetricSource[] {
  const ofPools = (field: 'most' | 'taken' | 'waiting') => {
    const { reader, writer } = database.load();
    return { reader: reader[field], writer: writer[field] };
  };
  return [
    gauges('kawaraban_database_connections_max', 'Maximum number of connections.', 'pool', () => ofPools('most')),
    gauges('kawaraban_database_connections_busy', 'Connections in use.', 'pool', () => ofPools('taken')),
    gauges('kawaraban_database_waiting', 'Queries and transactions waiting for a connection.', 'pool', () =>
      ofPools('waiting'),
    ),
  ];
}
