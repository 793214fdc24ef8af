import { expect, test } from 'vitest';
import { serviceContentApi } from '#contract/service-contents.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { loadComments } from './load-comments.server.ts';

const place = { serviceId: 'news', contentId: 'talked-about' };

async function appWithComments(count: number): Promise<TestApp> {
  const app = await testApp();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  for (let at = 1; at <= count; at += 1) await givenComment(app, { ...place, nickname: `n${at}` });
  return app;
}

function load(app: TestApp, query: Record<string, string> = {}, answers: Parameters<typeof pageContextOf>[1] = {}) {
  const searchParams = new URLSearchParams(query);
  return loadComments(pageContextOf(app, answers), place, { searchParams, visitor: undefined });
}

const namesIn = (page: Awaited<ReturnType<typeof load>>) => page?.items.map(({ nickname }) => nickname);
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `n${from + at}`);

test('comments page forward and back in either order', async () => {
  const app = await appWithComments(41);
  const first = await load(app);
  expect(first).toMatchObject({ count: 41, order: 'asc', isFirstPage: true, back: undefined });
  expect(namesIn(first)).toEqual(names(1, 20));
  const second = await load(app, { comments: first?.on ?? '' });
  expect(namesIn(second)).toEqual(names(21, 40));
  const third = await load(app, { comments: second?.on ?? '' });
  expect(namesIn(third)).toEqual(names(41, 41));
  expect(third?.on).toBeUndefined();
  const secondAgain = await load(app, { comments: third?.back ?? '' });
  expect(namesIn(secondAgain)).toEqual(names(21, 40));
  const firstAgain = await load(app, { comments: secondAgain?.back ?? '' });
  expect(namesIn(firstAgain)).toEqual(names(1, 20));
  expect(firstAgain).toMatchObject({ isFirstPage: true, back: undefined });

  const newest = await load(app, { order: 'desc' });
  expect(namesIn(newest)).toEqual(names(22, 41).toReversed());
  const older = await load(app, { order: 'desc', comments: newest?.on ?? '' });
  expect(namesIn(older)).toEqual(names(2, 21).toReversed());
});

test('empty thread accepts comments and hides unconfirmed ones', async () => {
  const app = await appWithComments(0);
  await givenComment(app, { ...place, publishStatus: 'unconfirm' });
  expect(await load(app)).toMatchObject({ count: 0, items: [], isOpen: true });
});

test('closed thread shows existing comments, nothing when empty', async () => {
  const app = await appWithComments(0);
  const { call } = await givenUser(app, { role: 'admin' });
  const params = { serviceId: 'news', contentId: 'another-one' };
  await call(serviceContentApi.save, { params, body: { commentDefaultPublishStatus: 'publish' } });
  expect(await load(app)).toBeUndefined();
  await givenComment(app, place);
  expect(await load(app)).toMatchObject({ count: 1, isOpen: false });
});

test.for([503, 429, 0])('failed comments with %s leave the post without them', async (status) => {
  const app = await appWithComments(1);
  expect(await load(app, {}, { '/api/comments': status })).toBeNull();
});

test('invalid page token redirects to an error page', async () => {
  const app = await appWithComments(1);
  for (const comments of ['nonsense', '-nonsense']) {
    await expect(load(app, { comments })).rejects.toMatchObject({ status: 302 });
  }
});

test('unknown order falls back to ascending', async () => {
  expect(await load(await appWithComments(1), { order: 'sideways' })).toMatchObject({ order: 'asc' });
});
