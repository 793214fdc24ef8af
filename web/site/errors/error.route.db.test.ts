import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { loader } from './error.route.tsx';

type Args = Parameters<typeof loader>[0];

async function load(app: Parameters<typeof pageContextOf>[0], path: string, answers = {}) {
  const url = new URL(path, 'http://news.example');
  const args = { request: new Request(url), params: { name: url.pathname.split('/').at(-1) } };
  const { data, init } = await loader({ ...args, context: pageContextOf(app, answers) } as unknown as Args);
  const { serviceId, posts } = data.offered ?? {};
  return [init?.status, serviceId, posts?.map(({ slug }) => slug), data.service?.serviceId];
}

test('error pages have the look and the latest posts of the service in the address', async () => {
  const app = await testApp();
  for (const day of [1, 2, 3, 4]) {
    await givenPost(app, { slug: `post-${day}`, publishAt: new Date(Date.UTC(2026, 9, day)) });
  }
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { serviceId: 'docs', slug: 'other' });
  const latest = ['post-4', 'post-3', 'post-2'];
  expect(await load(app, '/error/notfound?service=news')).toEqual([404, 'news', latest, 'news']);
  expect(await load(app, '/error/forbidden?service=news')).toEqual([403, 'news', latest, 'news']);
  expect(await load(app, '/error/unauthorized?service=docs')).toEqual([401, 'docs', ['other'], 'docs']);
  for (const query of ['', '?service=nowhere', '?service=%2F..', '?service=news&from=console']) {
    expect(await load(app, `/error/notfound${query}`), query).toEqual([404, undefined, undefined, undefined]);
  }
});

test('error page without a service in the address offers the only service', async () => {
  const app = await testApp();
  expect(await load(app, '/error/notfound')).toEqual([404, undefined, undefined, undefined]);
  await givenService(app, { serviceId: 'news' });
  expect(await load(app, '/error/notfound')).toEqual([404, 'news', [], undefined]);
});

test('error page is shown when its parts fail to load', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'post' });
  for (const status of [500, 503, 0]) {
    const answers = { '/api/posts': status, '/api/categories': status };
    expect(await load(app, '/error/notfound?service=news', answers)).toEqual([404, 'news', [], 'news']);
    expect(await load(app, '/error/notfound?service=news', { '/api': status })).toEqual([
      404,
      undefined,
      undefined,
      undefined,
    ]);
  }
});
