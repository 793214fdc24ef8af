import { expect, test } from 'vitest';
import { ApiError, createApiClient } from './api-client.ts';
import { postApi } from './posts.ts';
import { tagApi } from './tags.ts';

function clientThatGets(response: Response | Error) {
  const asked: string[] = [];
  const call = createApiClient({
    baseUrl: 'https://news.example.org/api',
    fetch: async (request) => {
      asked.push(`${request.method} ${request.url}`);
      if (response instanceof Error) throw response;
      return response;
    },
  });
  return { call, asked };
}

test('call fills path and query and omits undefined values', async () => {
  const { call, asked } = clientThatGets(Response.json({ items: [], pagerKey: null, pageToken: null }));
  await call(tagApi.find, { params: { serviceId: 'news', label: '東京/2026' } });
  expect(asked[0]).toBe(`GET https://news.example.org/api/tags/news/${encodeURIComponent('東京/2026')}`);
});

test('call sends an empty page token', async () => {
  const { call, asked } = clientThatGets(Response.json({ items: [], pagerKey: null, pageToken: null }));
  await call(postApi.list, { params: { serviceId: 'news' }, query: { count: 5, pageToken: '', category: undefined } });
  expect(asked[0]).toBe('GET https://news.example.org/api/posts/news?count=5&pageToken=');
});

test('call throws ApiError with status and body', async () => {
  const body = { message: 'Validation Failed', errors: [{ field: 'count', message: 'InvalidInput' }] };
  const { call } = clientThatGets(Response.json(body, { status: 400 }));
  await expect(call(tagApi.list, { params: { serviceId: 'x' } })).rejects.toMatchObject({ status: 400, body });
});

test('call throws ApiError for non-JSON responses and network failures', async () => {
  const proxy = clientThatGets(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }));
  await expect(proxy.call(tagApi.list, { params: { serviceId: 'x' } })).rejects.toMatchObject({
    status: 502,
    body: { message: 'Bad Gateway' },
  });
  const silence = clientThatGets(new TypeError('fetch failed'));
  const error = await silence.call(tagApi.list, { params: { serviceId: 'x' } }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0, body: { message: 'Network error' } });
});

test('call ends when its signal is aborted', async () => {
  const call = createApiClient({
    baseUrl: 'https://news.example.org/api',
    fetch: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const leaving = new AbortController();
  const calling = call(tagApi.list, { params: { serviceId: 'x' } }, leaving.signal);
  leaving.abort();
  await expect(calling).rejects.toMatchObject({ status: 0 });
});
