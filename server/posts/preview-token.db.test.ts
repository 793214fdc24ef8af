import { expect, test } from 'vitest';
import { adminPostApi, type PostUpdate } from '#contract/admin-posts.ts';
import { postPreviewApi } from '#contract/post-addresses.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { preparePost } from '../post-editing/imported-post.ts';
import { replacePost } from '../post-editing/write-post.ts';

test('new token replaces the old one without a revision', async () => {
  const { app, user, create, find, isOpen, renew } = await givenEditor();
  const post = await create();
  const before = await app.database.reader.selectFrom('services').select('revision').execute();
  const { previewToken, previewExpiresAt } = await renew();
  expect(previewToken).toMatch(/^[0-9a-f]{64}$/);
  expect(previewExpiresAt).toBe('2026-12-21T04:43:00Z');
  expect(await isOpen(previewToken)).toBe(true);
  expect(await isOpen(post.previewToken)).toBe(false);
  const rest = await find();
  expect(rest).toMatchObject({ previewToken, previewExpiresAt, revision: 1, updatedAt: null, updatedBy: null });
  expect(await app.database.reader.selectFrom('services').select('revision').execute()).toEqual(before);
  expect(app.logged).toContainEqual(
    expect.objectContaining({ msg: 'preview token replaced', postId: post.postId, actor: user.username }),
  );
  expect(JSON.stringify(app.logged)).not.toContain(previewToken);
});

test('token is valid up to its last second', async () => {
  const { app, create, isOpen } = await givenEditor();
  const { previewToken, previewExpiresAt } = await create();
  expect(previewExpiresAt).toBe('2026-12-21T04:43:00Z');
  app.clock.moveTo('2026-12-21T04:42:59Z');
  expect(await isOpen(previewToken)).toBe(true);
  app.clock.moveTo(previewExpiresAt);
  expect(await isOpen(previewToken)).toBe(false);
});

test('token lifetime is configurable', async () => {
  const config = await loadConfig({}, '/nonexistent');
  const site = { ...config.site, content: { ...config.site.content, previewDays: 2 } };
  const { create, renew } = await givenEditor({ config: { ...config, site } });
  expect((await create()).previewExpiresAt).toBe('2026-11-23T04:43:00Z');
  expect((await renew()).previewExpiresAt).toBe('2026-11-23T04:43:00Z');
});

test('save after expiry creates a new token', async () => {
  const { app, create, save, isOpen } = await givenEditor();
  const post = await create();
  const kept = await save({ title: 'Other' });
  expect(kept.previewToken).toBe(post.previewToken);
  app.clock.moveTo('2026-12-22T00:00:00Z');
  const repeated = await save({ title: 'Other' });
  expect(repeated.previewToken).not.toBe(post.previewToken);
  expect(repeated).toMatchObject({ revision: kept.revision, previewExpiresAt: '2027-01-21T00:00:00Z' });
  expect(await isOpen(repeated.previewToken)).toBe(true);
  app.clock.moveTo('2027-02-01T00:00:00Z');
  const changed = await save({ title: 'Third' });
  expect(changed.previewToken).not.toBe(repeated.previewToken);
  expect(changed.revision).toBe(kept.revision + 1);
});

test('unpublishing replaces the preview token', async () => {
  const { create, setStatus, isOpen } = await givenEditor();
  const draft = await create();
  const published = await setStatus('publish');
  expect(published.previewToken).toBe(draft.previewToken);
  const unpublished = await setStatus('unpublish');
  expect(unpublished.previewToken).not.toBe(draft.previewToken);
  expect(await isOpen(draft.previewToken)).toBe(false);
  expect(await isOpen(unpublished.previewToken)).toBe(true);
});

test('import as draft replaces the preview token', async () => {
  const { app, create, setStatus, isOpen } = await givenEditor();
  const { postId, previewToken } = await create();
  await setStatus('publish');
  const content = {
    slug: 'draft',
    title: 'Back',
    description: '',
    author: '',
    body: '',
    tags: [],
    category: undefined,
  };
  const prepared = await preparePost({ ...content, status: 'draft' as const });
  const options = { clock: app.clock, content: defaultBounds, serviceId: 'news', actor: 'importer', postId };
  await app.database.writer.transaction().execute((trx) => replacePost(trx, options, prepared));
  expect(await isOpen(previewToken)).toBe(false);
});

test('published post is readable with any token or none', async () => {
  const { app, create, setStatus } = await givenEditor();
  await create();
  await setStatus('publish');
  for (const query of ['', `?token=${'0'.repeat(64)}`, '?token=']) {
    expect((await app.get(`/api/posts/news/draft${query}`)).status).toBe(200);
  }
});

async function givenEditor(tools: Parameters<typeof testApp>[0] = {}) {
  const app: TestApp = await testApp(tools);
  const user: GivenUser = await givenUser(app);
  const params = { serviceId: 'news', idOrSlug: 'draft' };
  const creation = { slug: 'draft', title: 'Draft', bodyFormat: 'markdown', status: 'draft' } as const;
  return {
    app,
    user,
    create: () => user.call(adminPostApi.create, { params, body: creation }),
    find: () => user.call(adminPostApi.find, { params }),
    save: async (body: PostUpdate) => (await givenUser(app)).call(adminPostApi.update, { params, body }),
    setStatus: (status: string) => user.call(adminPostApi.setStatus, { params, body: { status } }),
    renew: () => user.call(postPreviewApi.renewToken, { params }),
    isOpen: async (token: string) => (await app.get(`/api/posts/news/draft?token=${token}`)).status === 200,
  };
}
