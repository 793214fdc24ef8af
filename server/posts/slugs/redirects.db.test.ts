import { expect, test } from 'vitest';
import { adminPostApi, type PostUpdate } from '#contract/admin-posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { preparePost } from '../../post-editing/imported-post.ts';
import { replacePost } from '../../post-editing/write-post.ts';

test('former slug redirects permanently to the current one', async () => {
  const { app, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'first' });
  await save(postId, { slug: 'second' });
  const { status, headers, json } = await app.get('/api/posts/news/first', { origin: 'https://elsewhere.example' });
  expect([status, json]).toEqual([301, { message: 'Moved Permanently' }]);
  expect(headers).toMatchObject({
    location: '/api/posts/news/second',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'content-type': expect.stringContaining('application/json'),
  });
  expect((await app.send('HEAD', '/api/posts/news/first')).headers.location).toBe('/api/posts/news/second');
  expect((await app.get('/api/posts/news/second')).json.postId).toBe(postId);
});

test('all former slugs redirect directly to the current slug', async () => {
  const { leadsTo, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'a' });
  for (const slug of ['b', 'c', 'd']) await save(postId, { slug });
  for (const slug of ['a', 'b', 'c']) expect(await leadsTo(slug)).toBe('/api/posts/news/d');
});

test('slug that is used again does not redirect', async () => {
  const { leadsTo, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'a' });
  await save(postId, { slug: 'b' });
  await save(postId, { slug: 'a' });
  expect(await leadsTo('a')).toBe(200);
  expect(await leadsTo('b')).toBe('/api/posts/news/a');
});

test('slug taken by another post redirects to that post', async () => {
  const { leadsTo, create, save } = await givenEditor();
  const one = await create({ slug: 'a' });
  await save(one.postId, { slug: 'b' });
  const two = await create({ slug: 'a', title: 'Two' });
  expect(await leadsTo('a')).toBe(200);
  await save(two.postId, { slug: 'c' });
  expect(await leadsTo('a')).toBe('/api/posts/news/c');
  expect(await leadsTo('b')).toBe(200);
});

test('former slug is available for other posts', async () => {
  const { user, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'a' });
  await save(postId, { slug: 'b' });
  const params = { serviceId: 'news' };
  expect(await user.call(adminPostApi.isSlugFree, { params, query: { slug: 'a' } })).toBe(true);
});

test('slug change of a draft leaves no redirect', async () => {
  const { leadsTo, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'a', status: 'draft' });
  await save(postId, { slug: 'b', status: 'publish' });
  expect(await leadsTo('a')).toBe(404);
});

test('redirect to an unpublished post requires a preview token', async () => {
  const { leadsTo, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'a' });
  await save(postId, { slug: 'b' });
  const { previewToken } = await save(postId, { status: 'unpublish' });
  expect(await leadsTo('a')).toBe(404);
  expect(await leadsTo(`a?token=${'0'.repeat(64)}`)).toBe(404);
  expect(await leadsTo(`a?token=${previewToken}`)).toBe(`/api/posts/news/b?token=${previewToken}`);
});

test('redirect with a preview token is not cached', async () => {
  const { app, create, save } = await givenEditor();
  const { postId } = await create({ slug: 'a' });
  await save(postId, { slug: 'b' });
  const { previewToken } = await save(postId, { status: 'unpublish' });
  const { headers } = await app.get(`/api/posts/news/a?token=${previewToken}`);
  expect(headers['cache-control']).toBe('no-store');
});

test('no redirect in other services, admin API or after deletion', async () => {
  const { app, user, leadsTo, create, save } = await givenEditor();
  await givenService(app, { serviceId: 'other' });
  const { postId } = await create({ slug: 'a' });
  await save(postId, { slug: 'b' });
  expect((await app.get('/api/posts/other/a')).status).toBe(404);
  expect((await user.send('GET', '/api/admin/posts/news/a')).status).toBe(404);
  await user.send('DELETE', `/api/admin/posts/news/${postId}`);
  expect(await leadsTo('a')).toBe(404);
});

test('import under another slug leaves a redirect', async () => {
  const { app, leadsTo } = await givenEditor();
  const { postId } = await givenPost(app, { slug: 'a' });
  const content = { slug: 'b', title: 'Moved', description: '', author: '', body: '', tags: [], category: undefined };
  const prepared = await preparePost({ ...content, status: 'published' as const });
  const options = { clock: app.clock, content: defaultBounds, serviceId: 'news', actor: 'importer', postId };
  await app.database.writer.transaction().execute((trx) => replacePost(trx, options, prepared));
  expect(await leadsTo('a')).toBe('/api/posts/news/b');
});

async function givenEditor() {
  const app: TestApp = await testApp();
  const user: GivenUser = await givenUser(app);
  const params = { serviceId: 'news' };
  return {
    app,
    user,
    create: (given: { slug: string; title?: string; status?: string }) =>
      user.call(adminPostApi.create, {
        params,
        body: { title: 'Post', bodyFormat: 'markdown', status: 'publish', ...given },
      }),
    save: (idOrSlug: string, body: PostUpdate) =>
      user.call(adminPostApi.update, { params: { ...params, idOrSlug }, body }),
    leadsTo: async (slug: string) => {
      const { status, headers } = await app.get(`/api/posts/news/${slug}`);
      return status === 301 ? headers.location : status;
    },
  };
}

test('keeps the newest hundred redirects, also after restore', async () => {
  const { app, user, create, leadsTo } = await givenEditor();
  const { postId } = await create({ slug: 'a' });
  const createdAt = (index: number) => `2025-01-01T00:${String(index % 60).padStart(2, '0')}:00Z`;
  const rows = Array.from({ length: 150 }, (_, index) => ({
    ...{ serviceId: 'news', slug: `old-${index}`, postId, createdAt: createdAt(index) },
  }));
  await app.database.writer.insertInto('postSlugRedirects').values(rows).execute();
  await user.call(adminPostApi.update, { params: { serviceId: 'news', idOrSlug: postId }, body: { slug: 'b' } });
  const count = async () => (await app.database.reader.selectFrom('postSlugRedirects').select('slug').execute()).length;
  expect(await count()).toBe(100);
  expect(await leadsTo('a')).toBe('/api/posts/news/b');
  await user.send('DELETE', `/api/admin/posts/news/${postId}`);
  expect((await user.send('POST', `/api/admin/posts/news/bin/${postId}/restore`)).status).toBe(200);
  expect(await count()).toBe(100);
});
