import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CacheLoad, ResponseCache } from '../response-cache/index.ts';
import { DurationHistogram, gauge, type MetricSource } from './metric.ts';

const OUTCOMES = {
  memory: 'fromMemory',
  shared: 'shared',
  made: 'rendered',
  passed: 'passedOn',
} as const satisfies Record<string, keyof CacheLoad>;

export function cacheMetrics(responseCache: ResponseCache): MetricSource[] {
  return [
    {
      name: 'kawaraban_kept_answer_requests_total',
      help: 'Cacheable requests by source of the response.',
      type: 'counter',
      read: () => {
        const load = responseCache.load();
        return Object.entries(OUTCOMES).map(([how, field]) => ({ labels: { how }, value: load[field] }));
      },
    },
    {
      name: 'kawaraban_kept_answers_dropped_total',
      help: 'Cached responses evicted to make room.',
      type: 'counter',
      read: () => [{ value: responseCache.load().dropped }],
    },
    gauge('kawaraban_kept_answers', 'Cached responses.', () => responseCache.load().count),
    gauge('kawaraban_kept_answers_bytes', 'Memory used by cached responses.', () => responseCache.load().bytes),
  ];
}

interface Answered {
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

interface Row {
  readonly route: string;
  readonly method: string;
  readonly durations: DurationHistogram;
  readonly byClass: number[];
}

/** Seconds. Responses from memory take less than the first. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const NO_ROUTE = 'none';

interface RequestTools {
  readonly responseCache?: ResponseCache | undefined;
  readonly isInternal: (request: FastifyRequest) => boolean;
}

/** Counts by route pattern, which bounds the number of time series. */
export function requestMetrics(app: FastifyInstance, { responseCache, isInternal }: RequestTools): MetricSource[] {
  const table = new RequestCounter();
  responseCache?.onResponse((answer) => table.count(answer));
  app.addHook('onResponse', async (request, { statusCode, elapsedTime: durationMs }) => {
    if (isInternal(request)) return;
    const { method, routeOptions } = request;
    table.count({ route: routeOptions.url ?? NO_ROUTE, method, statusCode, durationMs });
  });
  return table.metrics;
}

class RequestCounter {
  readonly #rows = new Map<string, Map<string, Row>>();

  count({ route, method, statusCode, durationMs }: Answered): void {
    const row = this.#rows.get(route)?.get(method) ?? this.#addRow(route, METHODS.has(method) ? method : 'other');
    const digit = Math.floor(statusCode / 100);
    row.durations.add(durationMs / 1000);
    row.byClass[digit] = (row.byClass[digit] ?? 0) + 1;
  }

  #addRow(route: string, method: string): Row {
    const rows = this.#rows.get(route) ?? new Map<string, Row>();
    const row = rows.get(method) ?? { route, method, durations: new DurationHistogram(BOUNDS), byClass: [] };
    this.#rows.set(route, rows.set(method, row));
    return row;
  }

  get #all(): Row[] {
    return [...this.#rows.values()].flatMap((rows) => [...rows.values()]);
  }

  readonly metrics: MetricSource[] = [
    {
      name: 'kawaraban_http_requests_total',
      help: 'Responses by method, route and status class.',
      type: 'counter',
      read: () =>
        this.#all.flatMap(({ route, method, byClass }) =>
          [...byClass.entries()]
            .filter(([, count]) => count)
            .map(([digit, value]) => ({ labels: { method, route, status: `${digit}xx` }, value })),
        ),
    },
    {
      name: 'kawaraban_http_request_duration_seconds',
      help: 'Response time by method and route.',
      type: 'histogram',
      read: () =>
        this.#all.flatMap(({ route, method, durations }) =>
          durations.samples('kawaraban_http_request_duration_seconds', { method, route }),
        ),
    },
  ];
}
