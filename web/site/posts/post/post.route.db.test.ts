import { expect, test } from 'vitest';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { pageContextOf } from '#testing/page-context.ts';
import * as layout from '../../service/service-layout.route.tsx';
import { loadPost } from './load-post.server.ts';
import * as page from './post.route.tsx';

type Answers = Parameters<typeof pageContextOf>[1];
type LayoutArgs = Parameters<typeof layout.loader>[0];
type PageArgs = Parameters<typeof page.loader>[0];

async function sentWith(answers: Answers) {
  const app = await testApp();
  const { postId } = await givenPost(app, {
    slug: 'first',
    tags: ['ink'],
    publishAt: new Date('2026-11-20T04:43:00Z'),
  });
  await givenPost(app, { slug: 'second' });
  const { call } = await givenUser(app);
  const body = { slug: 'steps', label: 'Steps', postIds: [postId] };
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  const context = pageContextOf(app, answers);
  const url = new URL('http://news.example/posts/news/first');
  const request = new Request(url);
  const args = {
    context,
    request,
    url,
    pattern: '/posts/:serviceId/:slug',
    params: { serviceId: 'news', slug: 'first' },
  };
  const none = { actionHeaders: new Headers(), errorHeaders: undefined };
  const frame = await layout.loader(args as LayoutArgs);
  const frameHeaders = new Headers('init' in frame ? frame.init?.headers : undefined);
  const parentHeaders = layout.headers({ ...none, loaderHeaders: frameHeaders, parentHeaders: new Headers() });
  const { data, init } = await page.loader(args as PageArgs);
  const headers = page.headers({ ...none, loaderHeaders: new Headers(init?.headers), parentHeaders });
  return { post: data, headers };
}

test('complete post page can be cached', async () => {
  const { post, headers } = await sentWith({});
  expect(headers.get('cache-control')).toBeNull();
  expect(post).toMatchObject({ neighbors: { next: { slug: 'second' } }, series: [{ slug: 'steps' }] });
});

test('post page with incomplete menu is not cached', async () => {
  const { post, headers } = await sentWith({ '/api/tags': 503 });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(post.isIncomplete).toBe(false);
});

test.for([503, 429, 0])('post without neighbors after %s is not cached', async (status) => {
  const { post, headers } = await sentWith({ '/api/posts/news/first/adjacent': status });
  expect(post).toMatchObject({ slug: 'first', neighbors: { previous: null, next: null }, series: [] });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('post page without related posts after an error is not cached', async () => {
  const { post, headers } = await sentWith({ '/api/posts/news/first/related': 503 });
  expect([post.related, headers.get('cache-control')]).toEqual([[], 'no-store']);
});

test('related posts have no authors, which may change without this page', async () => {
  const app = await testApp();
  const inCategory = { category: 'coast', author: 'Hokusai' };
  await givenPost(app, { ...inCategory, slug: 'old', publishAt: new Date('2026-01-01T00:00:00Z') });
  await givenPost(app, { ...inCategory, slug: 'first', publishAt: new Date('2026-02-01T00:00:00Z') });
  const request = { serviceId: 'news', slug: 'first', token: undefined, searchParams: new URLSearchParams() };
  const { author, related } = await loadPost(pageContextOf(app), { ...request, visitor: undefined });
  expect(author).toBe('Hokusai');
  expect(related).toMatchObject([{ slug: 'old', excerpt: '', authors: [], tags: [] }]);
});

test('preview headers override those of the menu', () => {
  const own = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
  for (const menu of [{}, { 'cache-control': 'no-store' }]) {
    const parentHeaders = new Headers(menu);
    const loaderHeaders = new Headers(own);
    const sent = page.headers({ loaderHeaders, parentHeaders, actionHeaders: new Headers(), errorHeaders: undefined });
    expect(Object.fromEntries(sent)).toEqual(own);
  }
});
