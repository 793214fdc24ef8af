import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { loadService } from './load-service.server.ts';

async function appWithMenu(): Promise<TestApp> {
  const app = await testApp();
  await givenPost(app, { category: 'harbour', tags: ['ink', '墨'] });
  await givenCategory(app, { serviceId: 'news', slug: 'ships', parent: 'harbour' });
  return app;
}

test('menu contains category tree and tags', async () => {
  const app = await appWithMenu();
  const { menu } = await loadService(pageContextOf(app), 'news');
  expect(menu).toMatchObject({
    categories: [{ slug: 'harbour', children: [{ slug: 'ships', children: [] }] }],
    tags: ['ink', '墨'],
    groups: [],
    hasMoreTags: false,
    hasMoreGroups: false,
    isIncomplete: false,
  });
});

test('menu omits entries without visible posts until publication', async () => {
  const app = await appWithMenu();
  const { call } = await givenUser(app);
  const params = { serviceId: 'news' };
  const hidden = [
    await givenPost(app, { tags: ['drafted'], status: 'draft' }),
    await givenPost(app, { tags: ['hidden'] }),
    await givenPost(app, { tags: ['reserved'], publishAt: new Date('2026-11-21T12:00:00Z') }),
  ];
  const idOrSlug = hidden[1]?.postId ?? '';
  await call(adminPostApi.update, { params: { ...params, idOrSlug }, body: { isHiddenInList: true } });
  const body = { slug: 'steps', label: 'Steps', postIds: hidden.map(({ postId }) => postId) };
  await call(adminPostGroupApi.create, { params, body });
  const before = await loadService(pageContextOf(app), 'news');
  expect(before.menu).toMatchObject({ tags: ['ink', '墨'], groups: [] });
  app.clock.moveTo('2026-11-21T12:00:00Z');
  const { menu } = await loadService(pageContextOf(app), 'news');
  expect(menu).toMatchObject({ tags: ['ink', 'reserved', '墨'], groups: [{ slug: 'steps', label: 'Steps' }] });
});

test('missing parts of the menu stay empty without error', async () => {
  const answers = { '/api/categories': 404, '/api/tags': 404, '/api/posts/news/groups': 404 };
  const { menu } = await loadService(pageContextOf(await appWithMenu(), answers), 'news');
  expect(menu).toMatchObject({ categories: [], tags: [], groups: [], isIncomplete: false });
});

test.for([500, 503, 429, 403, 0])('menu is incomplete when one part fails with %s', async (status) => {
  const { menu } = await loadService(pageContextOf(await appWithMenu(), { '/api/tags': status }), 'news');
  expect(menu).toMatchObject({ categories: [{ slug: 'harbour' }], tags: [], isIncomplete: true });
});

test('menu shows fifty tags and indicates more', async () => {
  const app = await appWithMenu();
  for (let at = 0; at < 3; at += 1) {
    await givenPost(app, { tags: Array.from({ length: 18 }, (_, index) => `tag-${at}-${index}`) });
  }
  const { menu } = await loadService(pageContextOf(app), 'news');
  expect(menu.tags).toHaveLength(50);
  expect(menu).toMatchObject({ hasMoreTags: true, hasMoreGroups: false });
});

test('unknown service redirects to an error page', async () => {
  const rejection = await loadService(pageContextOf(await testApp()), 'nowhere').catch((error: unknown) => error);
  expect(rejection).toMatchObject({ status: 302 });
});

test("other failures keep the server's status and message", async () => {
  const context = pageContextOf(await appWithMenu(), { '/api/services': 503 });
  await expect(loadService(context, 'news')).rejects.toMatchObject({
    data: { message: 'Not this time' },
    init: { status: 503 },
  });
});
