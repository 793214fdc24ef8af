import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { type ActivityEntry, overviewApi } from '#contract/overview.ts';
import { createLog } from '#server/platform/log.ts';
import { WriteWatch } from '#server/platform/write-watch.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { givenService } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const ACTIVITY = '/api/admin/services/news/activity';

test('returns 400 for invalid days and time zones', async () => {
  const { editor } = await given();
  for (const query of ['days=8', 'days=x', 'days=30.0', 'timeZone=Mars/Olympus', 'timeZone=%00']) {
    expect((await editor.send('GET', `${ACTIVITY}?${query}`)).status, query).toBe(400);
  }
});

test('overview without services or content is empty', async () => {
  const app = await testApp();
  const nobody = await givenUser(app, { serviceIds: [] });
  expect(await nobody.call(overviewApi.read, {})).toEqual({ unfinished: [], happened: [], counts: [] });
  const { editor } = await given(app);
  const none = { posts: { draft: 0, reserved: 0, published: 0, unpublished: 0 }, comments: 0, files: 0, votes: 0 };
  const counts = [{ serviceId: 'news', ...none }];
  expect(await editor.call(overviewApi.read, {})).toEqual({ unfinished: [], happened: [], counts });
});

test('lists own drafts and unsaved edits, newest first', async () => {
  const { app, editor } = await given();
  const other = await givenUser(app);
  const drafts = { first: await write(editor, 'draft-one'), second: await write(editor, 'draft-two') };
  await write(other, 'of-another');
  const published = await write(editor, 'published', { status: 'publish' });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  await type(other, published);
  await type(editor, published);
  app.clock.moveTo('2026-11-21T05:10:00Z');
  await update(other, published, { title: 'Changed by another' });
  app.clock.moveTo('2026-11-21T05:20:00Z');
  await type(editor, drafts.first);
  const { unfinished } = await editor.call(overviewApi.read, {});
  expect(unfinished.map(({ postId, kind }) => [postId, kind])).toEqual([
    [drafts.first, 'working-copy'],
    [published, 'stale-copy'],
    [drafts.second, 'draft'],
  ]);
  expect(unfinished[1]).toMatchObject({ serviceId: 'news', title: 'Changed by another', at: '2026-11-21T05:00:00Z' });
});

test('describes activities and merges repeated ones', async () => {
  const { app, editor } = await given();
  const at = (time: string) => app.clock.moveTo(`2026-11-21T${time}:00Z`);
  const postId = await write(editor, 'note');
  at('05:00');
  await update(editor, postId, { title: 'Two' });
  at('05:01');
  await update(editor, postId, { title: 'Three' });
  at('05:02');
  await update(editor, postId, { title: 'Four', status: 'publish' });
  at('05:03');
  await editor.send('POST', `/api/admin/posts/news/${postId}/status`, { body: { status: 'unpublish' } });
  at('05:04');
  await editor.send('POST', `/api/admin/posts/news/${postId}/revisions/1/restore`, { body: {} });
  at('05:05');
  const gone = await write(editor, 'gone', { status: 'publish' });
  at('05:06');
  await editor.send('DELETE', `/api/admin/posts/news/${gone}`);
  const listed = await happened(editor);
  expect(listed.map(({ kind }) => kind)).toEqual([
    ...['deleted', 'published', 'restored', 'unpublished', 'published', 'saved', 'created'],
  ]);
  const saved = listed[5];
  expect(saved).toEqual({
    ...{ kind: 'saved', serviceId: 'news', postId, title: 'Three', at: '2026-11-21T05:01:00Z' },
    ...{ by: editor.username, times: 2 },
  });
  expect(listed[1], 'the post is gone').toMatchObject({ title: 'gone title', postId: null });
});

test('lists scheduling and publication of a scheduled post once', async () => {
  const { app, editor } = await given();
  const postId = await write(editor, 'later', { status: 'publish', publishAt: '2026-11-21T05:20:00Z' });
  const early = await write(editor, 'early', { status: 'publish', publishAt: '2026-11-22T06:00:00Z' });
  expect((await happened(editor)).map(({ kind }) => kind)).toEqual(['reserved', 'reserved']);
  app.clock.moveTo('2026-11-21T05:10:00Z');
  await update(editor, early, { publishAt: '2026-11-21T05:10:00Z' });
  app.clock.moveTo('2026-11-21T05:30:00Z');
  await update(editor, postId, { title: 'Saved again' });
  const listed = await happened(editor);
  expect(listed.map((one) => [one.kind, one.postId])).toEqual([
    ['saved', postId],
    ['went-live', postId],
    ['published', early],
    ...[expect.anything(), expect.anything()],
  ]);
});

test('lists the publication of an unlisted post', async () => {
  const { app, editor } = await given();
  const fields = { status: 'publish', publishAt: '2026-11-21T05:20:00Z', isHiddenInList: true };
  const postId = await write(editor, 'later', fields);
  app.clock.moveTo('2026-11-21T05:30:00Z');
  expect((await happened(editor))[0]).toMatchObject({ kind: 'went-live', postId });
});

test('merges comments per post with the newest excerpt', async () => {
  const { app, editor } = await given();
  const postId = await write(editor, 'note', { status: 'publish' });
  await givenComment(app, { contentId: postId, body: 'The first' });
  await givenComment(app, { contentId: postId, body: 'x'.repeat(500), createdAt: '2026-11-21T05:00:00Z' });
  await givenComment(app, { contentId: 'some-page', body: 'Elsewhere', createdAt: '2026-11-21T05:01:00Z' });
  const listed = (await happened(editor)).filter(({ kind }) => kind === 'commented');
  expect(listed).toEqual([
    {
      ...{ kind: 'commented', serviceId: 'news', contentId: 'some-page', postId: null, title: 'some-page' },
      ...{ at: '2026-11-21T05:01:00Z', excerpt: 'Elsewhere', times: 1 },
    },
    {
      ...{ kind: 'commented', serviceId: 'news', contentId: postId, postId, title: 'note title' },
      ...{ at: '2026-11-21T05:00:00Z', excerpt: 'x'.repeat(120), times: 2 },
    },
  ]);
});

test('warns only administrators of low disk space', async () => {
  const clock = testClock();
  const places = [{ name: 'files' as const, folder: tmpdir(), tryWrite: async () => {} }];
  const lowSpaceOf = () => Number.POSITIVE_INFINITY;
  const writeWatch = new WriteWatch({ places, clock, log: createLog('silent'), lowSpaceOf });
  const app = await testApp({ clock, writeWatch });
  const overviewFor = async (role: 'admin' | 'editor') =>
    (await givenUser(app, { role })).call(overviewApi.read, {}).then(({ storage }) => storage);
  expect(await overviewFor('admin')).toEqual({ kind: 'low', freeBytes: expect.any(Number) });
  expect(await overviewFor('editor')).toBeUndefined();
  writeWatch.note(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }));
  expect(await overviewFor('admin')).toMatchObject({ kind: 'full' });
});

test('excludes services of others', async () => {
  const app = await testApp();
  const stranger = await givenUser(app, { serviceIds: ['other'] });
  await write(stranger, 'theirs', {}, 'other');
  await givenComment(app, { serviceId: 'other' });
  const { editor } = await given(app);
  expect(JSON.stringify(await editor.call(overviewApi.read, {}))).not.toMatch(/other|theirs/);
});

test('limits the overview regardless of activity', async () => {
  const { editor } = await given();
  for (let number = 0; number < 24; number += 1) await write(editor, `post-${number}`);
  const { unfinished, happened: listed } = await editor.call(overviewApi.read, {});
  expect([unfinished.length, listed.length]).toEqual([5, 20]);
});

test('counts posts by their current status', async () => {
  const { app, editor } = await given();
  await write(editor, 'a-draft');
  await write(editor, 'later', { status: 'publish', publishAt: '2026-11-21T05:00:00Z' });
  const shown = await write(editor, 'shown', { status: 'publish' });
  await givenComment(app, { contentId: shown });
  await givenComment(app, { contentId: shown, publishStatus: 'unconfirm' });
  await givenFile(app, { serviceId: 'news', status: 'published' });
  await givenFile(app, { serviceId: 'news' });
  await editor.send('POST', `/api/votes/news/${shown}`, { body: { type: 'like' } });
  const counts = async () => (await editor.call(overviewApi.read, {})).counts;
  const rest = { serviceId: 'news', comments: 2, files: 1, votes: 1 };
  expect(await counts()).toEqual([{ ...rest, posts: { draft: 1, reserved: 1, published: 1, unpublished: 0 } }]);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await counts()).toEqual([{ ...rest, posts: { draft: 1, reserved: 0, published: 2, unpublished: 0 } }]);
});

test('counts daily posts, comments and votes by time zone', async () => {
  const { app, editor } = await given();
  const shown = await write(editor, 'shown', { status: 'publish' });
  await write(editor, 'older', { status: 'publish', publishAt: '2026-11-16T12:00:00Z' });
  await write(editor, 'long-ago', { status: 'publish', publishAt: '2025-11-16T12:00:00Z' });
  await write(editor, 'later-today', { status: 'publish', publishAt: '2026-11-21T20:00:00Z' });
  await write(editor, 'hidden', { status: 'publish', isHiddenInList: true });
  await givenComment(app, { contentId: shown, createdAt: '2026-11-20T20:00:00Z' });
  await givenComment(app, { contentId: shown, createdAt: '2026-11-19T23:59:59Z' });
  await editor.send('POST', `/api/votes/news/${shown}`, { body: { type: 'like' } });
  const read = (query: object) => editor.call(overviewApi.activity, { params: { serviceId: 'news' }, query });
  const { stretchDays, stretches } = await read({ days: '7' });
  expect(stretchDays).toBe(1);
  expect(stretches).toEqual([
    { from: '2026-11-15', posts: 0, comments: 0, votes: 0 },
    { from: '2026-11-16', posts: 1, comments: 0, votes: 0 },
    { from: '2026-11-17', posts: 0, comments: 0, votes: 0 },
    { from: '2026-11-18', posts: 0, comments: 0, votes: 0 },
    { from: '2026-11-19', posts: 0, comments: 1, votes: 0 },
    { from: '2026-11-20', posts: 0, comments: 1, votes: 0 },
    { from: '2026-11-21', posts: 2, comments: 0, votes: 1 },
  ]);
  const tokyo = await read({ days: '7', timeZone: 'Asia/Tokyo' });
  expect(tokyo.stretches.slice(-2)).toEqual([
    { from: '2026-11-20', posts: 0, comments: 1, votes: 0 },
    { from: '2026-11-21', posts: 2, comments: 1, votes: 1 },
  ]);
  const year = await read({ days: '365' });
  expect([year.stretchDays, year.stretches.length]).toEqual([7, 53]);
  expect(year.stretches.reduce((sum, { posts }) => sum + posts, 0)).toBe(4);
});

async function given(app?: TestApp): Promise<{ app: TestApp; editor: GivenUser }> {
  const made = app ?? (await testApp());
  await givenService(made, { serviceId: 'news', functions: ['post', 'comment'] });
  return { app: made, editor: await givenUser(made) };
}

async function write({ call }: GivenUser, slug: string, fields: object = {}, serviceId = 'news'): Promise<string> {
  const body = { slug, title: `${slug} title`, body: 'x', bodyFormat: 'markdown', status: 'draft', ...fields };
  return (await call(adminPostApi.create, { params: { serviceId }, body } as never)).postId;
}

async function update({ send }: GivenUser, postId: string, body: object): Promise<void> {
  expect((await send('POST', `/api/admin/posts/news/${postId}`, { body })).status).toBe(200);
}

async function type({ send }: GivenUser, postId: string): Promise<void> {
  const body = { title: 'Typed', baseRevision: 1 };
  expect((await send('PUT', `/api/admin/posts/news/${postId}/working-copy`, { body })).status).toBe(200);
}

async function happened({ call }: GivenUser): Promise<ActivityEntry[]> {
  return (await call(overviewApi.read, {})).happened;
}
