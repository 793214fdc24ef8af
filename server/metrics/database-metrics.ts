import type { Database } from '../database/connect.ts';
import type { PoolName } from '../database/postgres-pools.ts';
import { DurationHistogram, gauges, type MetricSource } from './metric.ts';

const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const POOLS: readonly PoolName[] = ['reader', 'writer'];

export function databaseMetrics(database: Database): MetricSource[] {
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
