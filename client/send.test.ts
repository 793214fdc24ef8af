import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKawaraban, type KawarabanOptions } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const page = () => Response.json({ items: [], pagerKey: null, pageToken: null });
const busy = (retryAfter?: string) =>
  Response.json(
    { message: 'Server error' },
    { status: 503, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) },
  );

function clientOf(answers: readonly (() => Response)[], options: Partial<KawarabanOptions> = {}) {
  const asked: string[] = [];
  const left = [...answers];
  const kawaraban = createKawaraban({
    baseUrl: 'https://news.example.com',
    serviceId: 'news',
    fetch: async (address, { method }) => {
      asked.push(`${method} ${address}`);
      return left.shift()?.() ?? page();
    },
    ...options,
  });
  return { kawaraban, asked };
}

function silence(options: Partial<KawarabanOptions> = {}) {
  const signals: AbortSignal[] = [];
  const fetch: KawarabanOptions['fetch'] = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      if (!signal) return;
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { ...clientOf([], { fetch, ...options }), signals };
}

test('client retries after the delay in Retry-After', async () => {
  const { kawaraban, asked } = clientOf([() => busy('3')]);
  const reading = kawaraban.posts.list();
  await vi.advanceTimersByTimeAsync(2900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect((await reading).items).toEqual([]);
  expect(asked).toHaveLength(2);
});

test('client limits the number of retries and the delay', async () => {
  const often = clientOf([() => busy(), () => busy(), () => busy(), () => busy()]);
  const rejected = expect(often.kawaraban.posts.list()).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(10_000);
  await rejected;
  expect(often.asked).toHaveLength(3);
  const long = clientOf([() => busy('3600')]);
  await expect(long.kawaraban.posts.list()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3600 });
  expect(long.asked).toHaveLength(1);
});

test('client does not retry writes', async () => {
  const { kawaraban, asked } = clientOf([() => busy('1')]);
  await expect(kawaraban.votes.cast({ contentId: 'my-post' })).rejects.toMatchObject({
    status: 503,
    asked: 'POST https://news.example.com/api/votes/news/my-post',
  });
  expect(asked).toEqual(['POST https://news.example.com/api/votes/news/my-post']);
});

test('client aborts the request after timeoutMs', async () => {
  const { kawaraban, signals } = silence({ timeoutMs: 5000 });
  const late = expect(kawaraban.config.read()).rejects.toMatchObject({
    reason: 'timed-out',
    status: 0,
    message: 'timed-out: GET https://news.example.com/api/config',
  });
  await vi.advanceTimersByTimeAsync(5000);
  await late;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  const waiting = clientOf([() => busy('9')]);
  const later = expect(waiting.kawaraban.posts.list({}, { timeoutMs: 1000 })).rejects.toMatchObject({
    reason: 'timed-out',
  });
  await vi.advanceTimersByTimeAsync(1000);
  await later;
  expect(vi.getTimerCount()).toBe(0);
});

test.for([Number.POSITIVE_INFINITY, 2 ** 40])('timeoutMs of %d is capped at the timer maximum', async (timeoutMs) => {
  const { kawaraban, signals } = silence({ timeoutMs });
  const stop = new AbortController();
  const pending = expect(kawaraban.config.read({}, { signal: stop.signal })).rejects.toMatchObject({
    reason: 'aborted',
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  stop.abort();
  await pending;
});

test('aborting one of several shared calls keeps the others', async () => {
  const { kawaraban, signals } = silence();
  const leaving = new AbortController();
  const staying = new AbortController();
  const first = kawaraban.posts.list({}, { signal: leaving.signal });
  const second = kawaraban.posts.list({}, { signal: staying.signal });
  leaving.abort();
  await expect(first).rejects.toMatchObject({ reason: 'aborted' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  staying.abort(new Error('The page is gone'));
  await expect(second).rejects.toMatchObject({ reason: 'aborted', cause: { message: 'The page is gone' } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  const never = kawaraban.posts.list({}, { signal: AbortSignal.abort() });
  await expect(never).rejects.toThrow('aborted: GET https://news.example.com/api/posts/news');
  expect(signals).toHaveLength(1);
});

test('client reports responses that are not JSON', async () => {
  const proxy = clientOf([() => new Response('<h1>Hello</h1>'), () => new Response('<h1>Gone</h1>', { status: 502 })]);
  await expect(proxy.kawaraban.config.read()).rejects.toMatchObject({
    reason: 'unreadable',
    message: 'unreadable (200): GET https://news.example.com/api/config',
  });
  await expect(proxy.kawaraban.config.read()).rejects.toMatchObject({ reason: 'refused', status: 502, code: '' });
});
