import { expect, test } from 'vitest';
import type { Answer } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { commentApp, countsOf, guestOf, post, url } from './comment.fixtures.ts';
import { updateComments } from './comment.repository.ts';

test('visitor identified by address only cannot edit', async () => {
  const app = await commentApp();
  const { json } = await post(app, { body: 'From here' });
  expect(json).not.toHaveProperty('editableUntil');
  const own = `${url}/${json.commentId}`;
  expect(await app.send('PUT', own, { body: { body: 'Changed' } })).toMatchObject({
    ...{ status: 403, json: { message: 'Forbidden' } },
  });
  expect((await app.send('DELETE', own)).status).toBe(403);
});

test('author can edit a comment for ten minutes', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Tyop', profiles: { nickname: 'Hana' } }, headers);
  const own = `${url}/${json.commentId}`;
  const edit = (body: unknown, as: Record<string, string> = headers) => app.send('PUT', own, { body, headers: as });
  app.clock.moveTo('2026-11-21T04:52:59Z');
  expect((await edit({ body: 'Typo' }, await guestOf(app))).status).toBe(403);
  expect((await edit({ body: 'Tyop' })).json).not.toHaveProperty('updatedAt');
  const edited = await edit({ body: 'Typo' });
  expect(edited).toMatchObject({
    status: 200,
    json: { body: 'Typo', profiles: { nickname: 'Hana' }, updatedAt: '2026-11-21T04:52:59Z', publishStatus: 'publish' },
  });
  const { editableUntil: _, ...seen } = edited.json;
  expect((await app.get(url)).json.items).toEqual([seen]);
  expect((await edit({ body: 'Typo', profiles: {} })).json).not.toHaveProperty('profiles');
  expect((await edit({ body: '' })).status).toBe(400);
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect((await edit({ body: 'Too late' })).status).toBe(403);
  expect(await countsOf(app)).toEqual({ publish: 1, unpublish: 0, unconfirm: 0 });
});

test('edit of an older text is rejected', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'One' }, headers);
  const edit = (body: string, seenUpdatedAt?: string | null) =>
    app.send('PUT', `${url}/${json.commentId}`, { body: { body, seenUpdatedAt }, headers });
  const answers = await Promise.all([edit('Two', null), edit('Three', null)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)?.json;
  const rejected = answers.find(({ status }) => status === 409)?.json;
  expect(rejected).toEqual({ message: 'Changed by somebody else', current: saved });
  expect((await edit(saved.body, null)).json).toEqual(saved);
  expect((await edit('Four', saved.updatedAt)).json).toMatchObject({ body: 'Four' });
  expect((await edit('Five', saved.updatedAt)).status).toBe(409);
  expect((await edit('Five')).status).toBe(200);
  expect((await app.get(url)).json.items).toMatchObject([{ body: 'Five' }]);
});

test('edits of one visitor are limited', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'First' }, headers);
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    const { status } = await app.send('PUT', `${url}/${json.commentId}`, { body: { body: `Text ${n}` }, headers });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test('edited comment is checked for spam again', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Harmless' }, headers);
  const body = 'https://a.example https://b.example https://c.example';
  const edited = await app.send('PUT', `${url}/${json.commentId}`, { body: { body }, headers });
  expect(edited.json).toMatchObject({ body, publishStatus: 'unconfirm' });
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 0, unconfirm: 1 });
  expect((await app.get(url)).json).toMatchObject({ items: [], meta: { count: 0 } });
});

test('approved comment waits for approval again after an edit', async () => {
  const app = await commentApp({ startsAs: 'unconfirm' });
  const headers = await guestOf(app);
  const editor = await givenUser(app);
  const { commentId } = (await post(app, { body: 'Lovely', profiles: { nickname: 'Hana' } }, headers)).json;
  const publish = () =>
    editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus: 'publish' } });
  const edit = async (body: unknown) => (await app.send('PUT', `${url}/${commentId}`, { body, headers })).json;
  for (const changed of [{ body: 'Buy this' }, { body: 'Buy this', profiles: { nickname: 'Shop' } }]) {
    expect((await publish()).status).toBe(200);
    expect(await edit(changed)).toMatchObject({ ...changed, publishStatus: 'unconfirm' });
    expect((await app.get(url)).json).toMatchObject({ items: [], meta: { count: 0 } });
  }
  expect((await publish()).status).toBe(200);
  expect(await edit({ body: 'Buy this' })).toMatchObject({ publishStatus: 'publish' });
  expect(await countsOf(app)).toEqual({ publish: 1, unpublish: 0, unconfirm: 0 });
});

test('held and approved comment waits again after an edit', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const editor = await givenUser(app);
  const { commentId } = (await post(app, { body: 'https://a.example https://b.example https://c.example' }, headers))
    .json;
  const edit = async (body: string) => (await app.send('PUT', `${url}/${commentId}`, { body: { body }, headers })).json;
  expect(await edit('No more links')).toMatchObject({ publishStatus: 'unconfirm' });
  await editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus: 'publish' } });
  expect(await edit('Something else')).toMatchObject({ publishStatus: 'unconfirm' });
  await editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus: 'unpublish' } });
  expect(await edit('And yet another')).toMatchObject({ publishStatus: 'unpublish' });
});

test('edit that duplicates another comment is held', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const long = 'The same sentence under every post that there is';
  await post(app, { body: long }, headers);
  const { commentId } = (await post(app, { body: 'Tiny' }, headers, '/api/comments/news/other-content')).json;
  const edit = async (body: string) =>
    (await app.send('PUT', `/api/comments/news/other-content/${commentId}`, { body: { body }, headers })).json;
  expect(await edit('Words of some length that are new')).toMatchObject({ publishStatus: 'publish' });
  expect(await edit('WORDS of some length that are new')).toMatchObject({ publishStatus: 'publish' });
  expect(await edit(long)).toMatchObject({ publishStatus: 'unconfirm' });
  const row = app.database.writer.selectFrom('comments').select('heldFor').where('commentId', '=', commentId);
  expect(await row.executeTakeFirst()).toEqual({ heldFor: 'duplicate' });
});

test('rejected edits of others count nothing, edit times differ', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const [mine, theirs] = [await post(app, { body: 'Mine' }, headers), await post(app, { body: 'Theirs' })];
  const edit = ({ json }: Answer, body: string) =>
    app.send('PUT', `${url}/${json.commentId}`, { body: { body }, headers });
  for (let n = 0; n < 25; n += 1) expect((await edit(theirs, `Text ${n}`)).status).toBe(403);
  expect((await edit(mine, 'One')).json.updatedAt).toBe('2026-11-21T04:43:00Z');
  expect((await edit(mine, 'Two')).json.updatedAt).toBe('2026-11-21T04:43:01Z');
});

test('edits from one address are limited across visitors', async () => {
  const app = await commentApp();
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const headers = await guestOf(app);
    const { commentId } = (await post(app, { body: `First ${n}` }, headers)).json;
    for (let each = 0; each < 20; each += 1) {
      const { status } = await app.send('PUT', `${url}/${commentId}`, { body: { body: `Text ${each}` }, headers });
      statuses.push(status);
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual(Array.from({ length: 20 }, () => 429));
});

test('author can delete comment and votes for ten minutes', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Never mind' }, headers);
  const own = `${url}/${json.commentId}`;
  expect((await app.send('POST', `/api/votes/news/${json.commentId}`, { body: {}, headers })).status).toBe(200);
  expect((await app.send('DELETE', own, { headers: await guestOf(app) })).status).toBe(403);
  expect((await app.send('DELETE', `/api/comments/news/other-content/${json.commentId}`, { headers })).status).toBe(
    404,
  );
  expect(await app.send('DELETE', own, { headers })).toMatchObject({ status: 200, text: 'null' });
  expect((await app.send('DELETE', own, { headers })).status).toBe(404);
  expect((await app.get(`/api/votes/news/${json.commentId}`)).json).toEqual([]);
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 0, unconfirm: 0 });
  for (const table of ['comments', 'votes', 'voteCounts'] as const)
    expect(await app.database.writer.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('comment deleted by an editor is gone for its author', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Rude' }, headers);
  await app.database.writer
    .transaction()
    .execute((trx) => updateComments(trx, [json.commentId], { isDeleted: true, deletedAt: '2026-11-21T04:43:00Z' }));
  expect((await app.get(`${url}/own`, headers)).json).toEqual([]);
  expect((await app.send('DELETE', `${url}/${json.commentId}`, { headers })).status).toBe(404);
  expect((await app.get(url)).json.items).toEqual([]);
});
