import { expect, test } from 'vitest';
import type { PostRevision, PostSnapshot } from '#contract/post-history.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { preparePost } from '../post-editing/imported-post.ts';
import { replacePost } from '../post-editing/write-post.ts';

const URL = '/api/admin/posts/news/note';

interface Given {
  readonly app: TestApp;
  readonly editor: GivenUser;
  readonly postId: string;
}

const writes: [name: string, write: (given: Given) => Promise<unknown>][] = [
  [
    'a save',
    ({ editor }) => editor.send('POST', URL, { body: { title: 'New', body: 'New', tags: [], category: null } }),
  ],
  ['a save of the tags alone', ({ editor }) => editor.send('POST', URL, { body: { tags: [{ label: 'green' }] } })],
  ['a change of the status', ({ editor }) => editor.send('POST', `${URL}/status`, { body: { status: 'unpublish' } })],
  [
    'a change of many',
    ({ editor, postId }) =>
      editor.send('POST', '/api/admin/posts/news/bulk', {
        body: { action: 'untag', postIds: [postId], tags: [{ label: 'red' }] },
      }),
  ],
  ['an import', importAnother],
  [
    'the bin',
    async ({ editor, postId }) => {
      await editor.send('DELETE', URL);
      await editor.send('POST', `/api/admin/posts/news/bin/${postId}/restore`, { body: {} });
    },
  ],
];

test.for(writes)('%s records a never changed post without history as created', async ([, write]) => {
  const given = await givenWithoutHistory();
  given.app.clock.moveTo('2026-11-21T05:10:00Z');
  await write(given);
  const { newest, former, content } = await historyOf(given);
  expect(newest).toMatchObject({ revision: 2, savedAt: '2026-11-21T05:10:00Z', isCurrent: true });
  const created = { kind: 'created', savedAt: '2026-11-21T04:43:00Z', savedBy: 'tester' };
  expect(former).toMatchObject([{ revision: 1, title: 'One', isCurrent: false, ...created }]);
  expect(content).toMatchObject({
    ...{ slug: 'note', title: 'One', body: 'Text', categorySlug: 'food', tags: ['blue', 'red'], status: 'published' },
  });
});

test.for(writes)('%s records a changed post without history as saved', async ([, write]) => {
  const given = await givenWithoutHistory({ title: 'Later' });
  given.app.clock.moveTo('2026-11-21T05:10:00Z');
  await write(given);
  const { newest, former } = await historyOf(given);
  expect(newest).toMatchObject({ revision: 3, isCurrent: true });
  const saved = { kind: 'saved', savedAt: '2026-11-21T05:00:00Z', savedBy: given.editor.username };
  expect(former).toMatchObject([{ revision: 2, title: 'Later', ...saved }]);
});

test('unchanged save records no revision', async () => {
  const { app, editor } = await givenWithoutHistory();
  await editor.send('POST', URL, { body: { title: 'One' } });
  expect(await app.database.reader.selectFrom('postRevisions').selectAll().execute()).toEqual([]);
});

test('restores a post recorded before its first change', async () => {
  const { editor } = await givenWithoutHistory();
  const before = (await editor.send('GET', URL)).json;
  await editor.send('POST', URL, { body: { title: 'New', body: 'New', tags: [], category: null } });
  const { json } = await editor.send('POST', `${URL}/revisions/1/restore`, { body: {} });
  const { title, body, bodyHtml, tags, categorySlug } = before;
  expect(json.post).toMatchObject({ title, body, bodyHtml, tags, categorySlug, revision: 3 });
});

test('permanent deletion deletes the recorded revisions', async () => {
  const { app, editor, postId } = await givenWithoutHistory();
  await editor.send('DELETE', URL);
  const revisions = app.database.reader.selectFrom('postRevisions').select('revision');
  expect(await revisions.execute()).toEqual([{ revision: 1 }]);
  await editor.send('DELETE', `/api/admin/posts/news/bin/${postId}`);
  expect(await revisions.execute()).toEqual([]);
});

async function givenWithoutHistory(change?: object): Promise<Given> {
  const app = await testApp();
  const { postId } = await givenPost(app, {
    ...{ slug: 'note', title: 'One', body: 'Text', category: 'food', tags: ['red', 'blue'] },
  });
  const editor = await givenUser(app);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  if (change) await editor.send('POST', URL, { body: change });
  await app.database.writer.deleteFrom('postRevisions').execute();
  return { app, editor, postId };
}

async function importAnother({ app, postId }: Given): Promise<void> {
  const content = { slug: 'note', title: 'New', description: '', author: '', body: 'New', category: undefined };
  const prepared = await preparePost({ ...content, tags: [], status: 'published' as const });
  const options = { clock: app.clock, content: defaultBounds, serviceId: 'news', actor: 'import', postId };
  await app.database.writer.transaction().execute((trx) => replacePost(trx, options, prepared));
}

async function historyOf({ editor }: Given) {
  const [newest, ...former]: PostRevision[] = (await editor.send('GET', `${URL}/revisions`)).json.items;
  const { content }: { content: PostSnapshot } = (await editor.send('GET', `${URL}/revisions/${former[0]?.revision}`))
    .json;
  return { newest, former, content };
}
