import type { CacheLoad, ResponseCache } from '../response-cache/index.ts';
import { type Figure, gauge } from './figure.ts';

const WAYS = {
  memory: 'fromMemory',
  shared: 'shared',
  made: 'made',
  passed: 'passedOn',
} as const satisfies Record<string, keyof CacheLoad>;

export function deliveryFigures(delivery: ResponseCache): Figure[] {
  return [
    {
      name: 'kawaraban_kept_answer_requests_total',
      help: 'Cacheable requests by source of the response.',
      type: 'counter',
      read: () => {
        const load = delivery.load();
        return Object.entries(WAYS).map(([how, field]) => ({ labels: { how }, value: load[field] }));
      },
    },
    {
      name: 'kawaraban_kept_answers_dropped_total',
      help: 'Cached responses evicted to make room.',
      type: 'counter',
      read: () => [{ value: delivery.load().dropped }],
    },
    gauge('kawaraban_kept_answers', 'Cached responses.', () => delivery.load().kept),
    gauge('kawaraban_kept_answers_bytes', 'Memory used by cached responses.', () => delivery.load().bytes),
  ];
}
