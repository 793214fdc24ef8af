import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const at = 'plan-of-the-year';
const url = `/api/comments/news/${at}`;

async function appWithPost() {
  const app = await testApp();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const shown = { configName: 'commentDefaultPublishStatus', configVal: '"publish"' };
  await app.database.writer
    .insertInto('serviceConfigs')
    .values({ serviceId: 'news', ...shown, updatedAt: '2026-11-21T04:43:00Z' })
    .execute();
  const { postId } = await givenPost(app);
  await app.database.writer.updateTable('posts').set({ contentId: at }).where('postId', '=', postId).execute();
  const editor = await givenUser(app);
  const turn = async (status: string) => {
    const answer = await editor.send('POST', `/api/admin/posts/news/${postId}/status`, { body: { status } });
    expect(answer.status, answer.text).toBe(200);
  };
  return { app, postId, turn };
}

const listed = async (app: TestApp, path = url) => {
  const { items, meta } = (await app.get(path)).json;
  return { bodies: items.map(({ body }: { body: string }) => body), count: meta.count, isOpen: meta.isOpen };
};

const counted = async ({ get }: TestApp): Promise<string[]> =>
  (await get('/api/comments/news/counts')).json.items.map(({ contentId }: { contentId: string }) => contentId);

const votesOf = async ({ get }: TestApp): Promise<string[]> =>
  (await get('/api/votes/news')).json.items.map(({ contentId }: { contentId: string }) => contentId);

test('comments and votes are hidden while their post is unpublished', async () => {
  const { app, turn } = await appWithPost();
  const guest = await app.send('POST', '/api/guests');
  const headers = { cookie: String(guest.headers['set-cookie']).split(';')[0] ?? '' };
  const { json } = await app.send('POST', url, { body: { body: 'It quotes the post' }, headers });
  await app.send('POST', '/api/comments/news/no-post', { body: { body: 'About something else' } });
  for (const contentId of [at, 'no-post'])
    await app.send('POST', `/api/votes/news/${contentId}`, { body: {}, headers });
  expect(await listed(app)).toEqual({ bodies: ['It quotes the post'], count: 1, isOpen: true });

  await turn('unpublish');
  expect(await listed(app)).toEqual({ bodies: [], count: 0, isOpen: false });
  expect(await counted(app)).toEqual(['no-post']);
  expect(await votesOf(app)).toEqual(['no-post']);
  expect((await app.get(`/api/votes/news/${at}`)).json).toEqual([]);
  const closed = { status: 400, json: { message: 'ContentId does not accepted' } };
  expect(await app.send('POST', url, { body: { body: 'Still open?' } })).toMatchObject(closed);
  expect(await app.send('PUT', `${url}/${json.commentId}`, { body: { body: 'Other' }, headers })).toMatchObject(closed);
  for (const contentId of [at, json.commentId]) {
    expect(await app.send('POST', `/api/votes/news/${contentId}`, { body: {} })).toMatchObject(closed);
    expect(await app.send('DELETE', `/api/votes/news/${contentId}`)).toMatchObject(closed);
  }
  // Content ids without a post are not affected.
  expect(await listed(app, '/api/comments/news/no-post')).toMatchObject({ count: 1, isOpen: true });

  await turn('publish');
  expect(await listed(app)).toEqual({ bodies: ['It quotes the post'], count: 1, isOpen: true });
  expect(await counted(app)).toEqual(['no-post', at]);
  expect(await votesOf(app)).toEqual(['no-post', at]);
});

test('comments open when one post of the content is visible', async () => {
  const { app, postId, turn } = await appWithPost();
  const other = await givenPost(app, { publishAt: new Date('2026-11-22T00:00:00Z') });
  const ofOther = `/api/comments/news/${other.postId}`;
  expect(await listed(app, ofOther)).toMatchObject({ isOpen: false });
  // Clients use `post-POSTID` for the same post.
  expect(await listed(app, `/api/comments/news/post-${other.postId}`)).toMatchObject({ isOpen: false });
  await turn('unpublish');
  app.clock.moveTo('2026-11-22T00:10:00Z');
  expect(await listed(app, ofOther)).toMatchObject({ isOpen: true });
  expect(await listed(app, `/api/comments/news/post-${other.postId}`)).toMatchObject({ isOpen: true });
  expect(await listed(app)).toMatchObject({ isOpen: false });
  await app.database.writer.updateTable('posts').set({ contentId: at }).where('postId', '!=', postId).execute();
  expect(await listed(app)).toMatchObject({ isOpen: true });
});
