import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { deletedPostApi } from '#contract/post-history.ts';
import { translationApi } from '#contract/translations.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { createPost, params, updatePost } from '#testing/edit-posts.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const english = { title: 'The ink', body: '# Ink\n\nBlack.\n\nRed.', language: 'en', slug: 'ink' } as const;
const japanese = { title: '墨について', body: '# 墨\n\n黒い。\n\n赤い。', language: 'ja', slug: 'sumi' } as const;

async function given() {
  const app = await testApp();
  const editor = await givenUser(app);
  const original = await createPost(editor, english);
  const translation = await createPost(editor, japanese);
  return { app, editor, original, translation };
}

const at = (idOrSlug: string) => ({ params: { ...params, idOrSlug } });

function link(editor: GivenUser, from: string, to: string, more: object = {}) {
  return editor.call(translationApi.link, { ...at(from), body: { serviceId: 'news', postId: to, ...more } });
}

async function givenPair() {
  const world = await given();
  const { editor, original, translation } = world;
  await link(editor, original.postId, translation.postId, { originalId: original.postId });
  return world;
}

async function membersOf({ call }: GivenUser, idOrSlug: string) {
  return (await call(translationApi.list, at(idOrSlug))).members;
}

test('linked posts list each other', async () => {
  const { editor, original, translation } = await given();
  expect(await editor.call(translationApi.list, at('ink'))).toEqual({ setId: null, members: [] });
  const linked = await link(editor, original.postId, translation.postId, { originalId: original.postId });
  const counts = { outdated: 0, missing: 0, extra: 0 };
  const shared = { ...counts, serviceId: 'news', status: 'draft', revision: 1, isAccessible: true };
  expect(linked.members).toEqual([
    { ...shared, postId: original.postId, slug: 'ink', title: 'The ink', language: 'en', originalId: null },
    {
      ...shared,
      postId: translation.postId,
      slug: 'sumi',
      title: '墨について',
      language: 'ja',
      originalId: original.postId,
    },
  ]);
  expect(await editor.call(translationApi.list, at('sumi'))).toEqual(linked);
});

test('language of a linked post is detected when it has none', async () => {
  const { editor, original } = await given();
  const { postId } = await createPost(editor, { ...japanese, slug: 'fude', language: '' });
  const { members } = await link(editor, original.postId, postId);
  expect(members.map(({ language }) => language)).toEqual(['en', 'ja']);
  const { postId: unwritten } = await createPost(editor, { title: '2026', slug: 'year' });
  const rejected = await editor.send('POST', `/api/admin/posts/news/ink/translations`, {
    body: { serviceId: 'news', postId: unwritten },
  });
  expect(rejected.status).toBe(400);
  expect(rejected.json.errors).toEqual([{ field: 'language', message: 'Input required' }]);
  const chosen = await link(editor, original.postId, unwritten, { language: 'fr' });
  expect(chosen.members.map(({ language }) => language)).toEqual(['en', 'fr', 'ja']);
});

test('second post of a language is rejected', async () => {
  const { editor } = await givenPair();
  const { postId } = await createPost(editor, { ...english, slug: 'ink-2' });
  const { status, json } = await editor.send('POST', '/api/admin/posts/news/ink/translations', {
    body: { serviceId: 'news', postId },
  });
  expect(status).toBe(400);
  expect(json.errors).toEqual([{ field: 'language', message: 'Already in use' }]);
  expect(await membersOf(editor, 'ink-2')).toEqual([]);
});

test('posts of two sets, the post itself and unknown posts are rejected', async () => {
  const { editor, original } = await givenPair();
  const one = await createPost(editor, { ...english, slug: 'one', language: 'fr' });
  const two = await createPost(editor, { ...english, slug: 'two', language: 'de' });
  await link(editor, one.postId, two.postId);
  for (const postId of [one.postId, original.postId, '0'.repeat(26)]) {
    const rejected = await editor.send('POST', '/api/admin/posts/news/ink/translations', {
      body: { serviceId: 'news', postId },
    });
    expect(rejected.status, postId).toBe(400);
    expect(rejected.json.errors[0].field).toBe('post_id');
  }
});

test('original can be changed but never be a translation of its translation', async () => {
  const { editor, original, translation } = await givenPair();
  const rejected = await editor.send('POST', '/api/admin/posts/news/sumi/translations', {
    body: { serviceId: 'news', postId: original.postId, originalId: translation.postId },
  });
  expect(rejected.json.errors).toEqual([{ field: 'original_id', message: 'InvalidInput' }]);
  const french = await createPost(editor, { ...english, slug: 'encre', language: 'fr' });
  await link(editor, original.postId, french.postId, { originalId: translation.postId });
  expect((await membersOf(editor, 'encre')).map(({ originalId }) => originalId)).toEqual([
    null,
    translation.postId,
    original.postId,
  ]);
});

test('unlinking dissolves a pair', async () => {
  const { editor } = await givenPair();
  await editor.call(translationApi.unlink, at('ink'));
  expect(await membersOf(editor, 'ink')).toEqual([]);
  expect(await membersOf(editor, 'sumi')).toEqual([]);
  expect((await editor.send('DELETE', '/api/admin/posts/news/ink/translations')).status).toBe(404);
});

test('members of other services need access to them', async () => {
  const { app, editor, original } = await given();
  await givenService(app, { serviceId: 'intl' });
  const { postId } = await givenPost(app, { serviceId: 'intl', slug: 'encre', title: 'L’encre', status: 'draft' });
  const body = { serviceId: 'intl', postId, language: 'fr' };
  expect((await editor.send('POST', '/api/admin/posts/news/ink/translations', { body })).status).toBe(403);
  const both = await givenUser(app, { serviceIds: ['news', 'intl'] });
  await both.call(translationApi.link, { ...at(original.postId), body });
  const [, french] = await membersOf(both, 'ink');
  expect(french).toMatchObject({ serviceId: 'intl', title: 'L’encre', isAccessible: true });
  const [, hidden] = await membersOf(editor, 'ink');
  expect(hidden).toMatchObject({ serviceId: 'intl', title: '', slug: '', isAccessible: false });
});

test('created translation is a draft with the content of its original', async () => {
  const { app, editor, original } = await given();
  await updatePost(editor, original.postId, { tags: [{ label: 'blue' }], status: 'publish', author: 'Ada' });
  const draft = await editor.call(translationApi.create, { ...at('ink'), body: { language: 'fr' } });
  expect(draft).toMatchObject({ slug: 'ink-fr', language: 'fr', status: 'draft', author: 'Ada', body: english.body });
  expect(draft.tags.map(({ label }) => label)).toEqual(['blue']);
  const [, french] = await membersOf(editor, 'ink');
  expect(french).toMatchObject({ originalId: original.postId, missing: 4, outdated: 0, extra: 0 });
  expect((await app.get('/api/posts/news/ink-fr')).status).toBe(404);
  const again = await editor.send('POST', '/api/admin/posts/news/ink/translations/create', {
    body: { language: 'fr' },
  });
  expect(again.json.errors).toEqual([{ field: 'language', message: 'Already in use' }]);
});

test('translation in another service takes its category and tags by name', async () => {
  const { app } = await given();
  const both = await givenUser(app, { serviceIds: ['news', 'intl'] });
  await givenPost(app, { slug: 'food', title: 'Food', category: 'food', tags: ['blue'] });
  await givenPost(app, { serviceId: 'intl', category: 'food' });
  const body = { language: 'ja', serviceId: 'intl' };
  const draft = await both.call(translationApi.create, { ...at('food'), body });
  expect(draft).toMatchObject({ serviceId: 'intl', slug: 'food', categorySlug: 'food' });
  expect(draft.tags).toMatchObject([{ label: 'blue', serviceId: 'intl' }]);
  const { editor } = await given();
  expect((await editor.send('POST', '/api/admin/posts/news/ink/translations/create', { body })).status).toBe(403);
});

test('saving the original counts the blocks to translate', async () => {
  const { editor, original } = await givenPair();
  await updatePost(editor, original.postId, { body: '# Ink\n\nBlack as night.\n\nRed.\n\nBlue.' });
  expect((await membersOf(editor, 'sumi'))[1]).toMatchObject({ outdated: 1, missing: 1, extra: 0 });
  await updatePost(editor, original.postId, { body: '# Ink\n\nRed.', title: 'Inks' });
  expect((await membersOf(editor, 'sumi'))[1]).toMatchObject({ outdated: 1, missing: 0, extra: 1 });
  await updatePost(editor, original.postId, english);
  expect((await membersOf(editor, 'sumi'))[1]).toMatchObject({ outdated: 0, missing: 0, extra: 0 });
});

test('blocks are reviewed one by one or all at once', async () => {
  const { editor, original } = await givenPair();
  const { revision } = await updatePost(editor, original.postId, { body: '# Ink\n\nBlack as night.\n\nRed.\n\nBlue.' });
  const review = await editor.call(translationApi.blocks, at('sumi'));
  expect(
    review.blocks.map(({ state, original: block, translation }) => [state, block?.text, translation?.text]),
  ).toEqual([
    ['current', 'The ink', '墨について'],
    ['current', 'Ink', '墨'],
    ['changed', 'Black as night.', '黒い。'],
    ['current', 'Red.', '赤い。'],
    ['missing', 'Blue.', undefined],
  ]);
  const changed = review.blocks[2]?.original?.fingerprint ?? '';
  const some = await editor.call(translationApi.review, { ...at('sumi'), body: { blocks: [changed], revision } });
  expect(some.blocks.map(({ state }) => state)).toEqual(['current', 'current', 'current', 'current', 'missing']);
  const all = await editor.call(translationApi.review, { ...at('sumi'), body: { blocks: 'all', revision } });
  expect(all.blocks.every(({ state }) => state === 'current')).toBe(true);
  expect((await membersOf(editor, 'sumi'))[1]).toMatchObject({ outdated: 0, missing: 0, extra: 0 });
  const stale = await editor.send('POST', '/api/admin/posts/news/sumi/translations/reviewed', {
    body: { blocks: 'all', revision: 1 },
  });
  expect(stale.status).toBe(409);
  expect((await editor.send('GET', '/api/admin/posts/news/ink/translations/blocks')).status).toBe(404);
});

test('language saved with a post moves with it or is rejected', async () => {
  const { editor, translation } = await givenPair();
  const { status, json } = await editor.send('POST', '/api/admin/posts/news/sumi', { body: { language: 'en' } });
  expect(status).toBe(400);
  expect(json.errors).toEqual([{ field: 'language', message: 'Already in use' }]);
  await updatePost(editor, translation.postId, { language: 'fr' });
  expect((await membersOf(editor, 'sumi')).map(({ language }) => language)).toEqual(['en', 'fr']);
  await updatePost(editor, translation.postId, { language: '' });
  expect((await membersOf(editor, 'sumi')).map(({ language }) => language)).toEqual(['en', 'fr']);
});

test('post returns to its set from the bin unless its language is taken', async () => {
  const { editor, original, translation } = await givenPair();
  await editor.call(adminPostApi.delete, at('sumi'));
  expect((await membersOf(editor, 'ink')).map(({ slug }) => slug)).toEqual(['ink']);
  const restore = () =>
    editor.call(deletedPostApi.restore, { params: { ...params, postId: translation.postId }, body: {} });
  await restore();
  expect((await membersOf(editor, 'ink')).map(({ slug }) => slug)).toEqual(['ink', 'sumi']);
  await editor.call(adminPostApi.delete, at('sumi'));
  const { slug } = await editor.call(translationApi.create, { ...at('ink'), body: { language: 'ja' } });
  await restore();
  expect((await membersOf(editor, original.postId)).map((member) => member.slug)).toEqual(['ink', slug]);
  expect(await membersOf(editor, 'sumi')).toEqual([]);
});

test('deleting an original for good leaves its translations without one', async () => {
  const { editor, original, translation } = await givenPair();
  const french = await editor.call(translationApi.create, { ...at('ink'), body: { language: 'fr' } });
  await editor.call(adminPostApi.delete, at('ink'));
  await editor.call(deletedPostApi.deleteForGood, { params: { ...params, postId: original.postId } });
  expect(await membersOf(editor, 'sumi')).toMatchObject([
    { postId: french.postId, originalId: null, missing: 0 },
    { postId: translation.postId, originalId: null, missing: 0 },
  ]);
});

test('audit log names linked, created and unlinked translations', async () => {
  const { app, editor, original } = await givenPair();
  await editor.call(translationApi.create, { ...at('ink'), body: { language: 'fr' } });
  await editor.call(translationApi.unlink, at('sumi'));
  expect(await actionsOf(app)).toEqual([
    ['translation-linked', original.postId, { posts: ['The ink', '墨について'] }],
    ['translation-created', expect.any(String), { posts: ['The ink'] }],
    ['translation-unlinked', expect.any(String), { posts: ['墨について'] }],
  ]);
});

async function actionsOf({ database }: TestApp) {
  const entries = await database.reader
    .selectFrom('auditLog')
    .select(['action', 'target', 'details'])
    .where('action', 'like', 'translation%')
    .orderBy('entryId')
    .execute();
  return entries.map(({ action, target, details }) => [action, target, JSON.parse(details)]);
}
