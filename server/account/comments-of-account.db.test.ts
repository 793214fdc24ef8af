import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';

const ACCOUNT = '/api/account';

async function givenUserWithComments(app: TestApp) {
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const user = await givenUser(app, { username: 'hanako', role: 'normal', serviceIds: [] });
  const profiles = { nickname: 'Ｈanako', age: '30s', area: 'Kyoto' };
  const posted = await user.send('POST', '/api/comments/news/a-content', { body: { body: 'What I think', profiles } });
  const published = await givenComment(app, {
    contentId: 'a-content',
    body: 'Seen by all',
    nickname: 'Hanako',
    authorId: 'user:hanako',
  });
  await givenComment(app, { contentId: 'a-content', body: 'Somebody else', nickname: 'Taro' });
  await user.send('POST', '/api/votes/news/a-content', { body: { type: 'like' } });
  return { user, commentId: posted.json.commentId, published };
}

const revisionOf = async ({ database }: TestApp) =>
  (await database.writer.selectFrom('talks').select('revision').executeTakeFirstOrThrow()).revision;

test('export contains own comments and votes with addresses', async () => {
  const app = await testApp();
  const { user, commentId, published } = await givenUserWithComments(app);
  const { comments, votes } = await user.call(accountApi.export, {});
  expect(comments).toEqual([
    expect.objectContaining({ commentId: published.commentId, body: 'Seen by all', address: null }),
    {
      commentId,
      serviceId: 'news',
      contentId: 'a-content',
      body: 'What I think',
      profiles: { nickname: 'Ｈanako', age: '30s', area: 'Kyoto' },
      publishStatus: 'unpublish',
      createdAt: '2026-11-21T04:43:00Z',
      updatedAt: null,
      deletedAt: null,
      address: '127.0.0.1',
      userAgent: 'lightMyRequest',
    },
  ]);
  expect(votes).toEqual([
    { serviceId: 'news', contentId: 'a-content', voteType: 'like', createdAt: '2026-11-21T04:43:00Z' },
  ]);
});

test('comments of deleted accounts stay anonymously', async () => {
  const app = await testApp();
  const { user } = await givenUserWithComments(app);
  const before = await revisionOf(app);
  await user.send('PUT', '/api/admin/comments/news/notice', { body: { isWanted: true } });
  expect((await user.send('DELETE', ACCOUNT)).status).toBe(200);
  const { writer } = app.database;
  const comments = await writer.selectFrom('comments').selectAll().orderBy('commentId').execute();
  for (const comment of comments.filter(({ nickname }) => nickname !== 'Taro')) {
    expect(comment).toMatchObject({
      nickname: '',
      age: '',
      area: '',
      authorId: expect.stringMatching(/^guest:/),
      addressHash: null,
      sealedAddress: null,
      userAgent: null,
    });
  }
  expect(comments.map(({ body, searchText }) => [body, searchText])).toEqual([
    ['What I think', 'what i think\n'],
    ['Seen by all', 'seen by all\n'],
    ['Somebody else', 'somebody else\ntaro'],
  ]);
  expect(await writer.selectFrom('votes').select(['readerId', 'addressHash']).execute()).toEqual([
    { readerId: expect.stringMatching(/^guest:/), addressHash: null },
  ]);
  expect((await app.get('/api/votes/news/a-content')).json).toMatchObject([{ voteType: 'like', voteCount: 1 }]);
  const { items } = (await app.get('/api/comments/news/a-content')).json;
  expect(items.map(({ profiles }: { profiles?: object }) => profiles)).toEqual([undefined, { nickname: 'Taro' }]);
  expect(await revisionOf(app)).toBe(before + 1);
  expect(await writer.selectFrom('commentNotices').selectAll().execute()).toEqual([]);
});

test('comments of accounts deleted by administrators stay anonymously', async () => {
  const app = await testApp();
  await givenUserWithComments(app);
  const admin = await givenUser(app, { role: 'admin' });
  expect((await admin.send('DELETE', '/api/admin/users/hanako')).status).toBe(200);
  expect(await app.database.writer.selectFrom('comments').select('authorId').distinct().execute()).toHaveLength(2);
  const own = await app.database.writer
    .selectFrom('comments')
    .selectAll()
    .where('authorId', '=', 'user:hanako')
    .execute();
  expect(own).toEqual([]);
});
