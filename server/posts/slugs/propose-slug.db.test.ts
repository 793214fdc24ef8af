import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { postSlugApi } from '#contract/post-addresses.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const PROPOSAL = '/api/admin/posts/news/slug/proposal';

test('invalid slug proposal request returns 400', async () => {
  const { user } = await givenEditor();
  for (const [name, query, field] of [
    ['what is none', '?by=slug', 'by'],
    ['a title that is too long', `?by=title&title=${'x'.repeat(301)}`, 'title'],
    ['a zone that is none', '?by=date&timeZone=Edo', 'time_zone'],
    ['a zone that is too long', `?by=date&timeZone=${'x'.repeat(65)}`, 'time_zone'],
  ] as const) {
    const { status, json } = await user.send('GET', `${PROPOSAL}${query}`);
    expect(status, name).toBe(400);
    expect(
      json.errors.map((error: { field: string }) => error.field),
      name,
    ).toEqual([field]);
  }
});

test('proposes title slugs for Latin titles, else date slugs', async () => {
  const { propose } = await givenEditor();
  expect(await propose({ by: 'title', title: 'First note' })).toEqual({ slug: 'first-note', madeOf: 'title' });
  for (const title of ['瓦版について', '瓦版 news', '', '!?', '🎉']) {
    expect(await propose({ by: 'title', title }), title).toEqual({ slug: '261121', madeOf: 'date' });
  }
  // Reserved words and slugs that look like ids get a number, like taken slugs.
  expect((await propose({ by: 'title', title: 'Groups' })).slug).toBe('groups-2');
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  expect((await propose({ by: 'title', title: alphabet })).slug).toBe(`${alphabet}-2`);
});

test('date slug uses the time zone of the client', async () => {
  const { propose } = await givenEditor({ clock: testClock('2026-11-21T22:00:00Z') });
  expect((await propose({ by: 'date' })).slug).toBe('261121');
  expect((await propose({ by: 'date', timeZone: 'Asia/Tokyo' })).slug).toBe('261122');
});

test('proposal skips slugs used now or before', async () => {
  const { app, propose, create, save } = await givenEditor();
  await givenPost(app, { serviceId: 'other', slug: 'first-note' });
  await create({ slug: 'first-note' });
  const second = await create({ slug: 'first-note-2' });
  await save(second.postId, { slug: 'moved' });
  expect((await propose({ by: 'title', title: 'First note' })).slug).toBe('first-note-3');
  for (const slug of ['261121', '261121a']) await create({ slug });
  expect((await propose({ by: 'date' })).slug).toBe('261121b');
});

test('proposes a random slug when all date slugs are taken', async () => {
  const { app, propose } = await givenEditor();
  for (const letter of ['', ...'abcdefghijklmnopqrstuvwxyz']) await givenPost(app, { slug: `261121${letter}` });
  const { slug, madeOf } = await propose({ by: 'title', title: '瓦版' });
  expect(madeOf).toBe('random');
  expect(slug).toMatch(/^[0-9a-z]{11}$/);
});

test('random slugs have eleven characters and differ', async () => {
  const { propose } = await givenEditor();
  const slugs = await Promise.all(Array.from({ length: 5 }, async () => (await propose({ by: 'random' })).slug));
  expect(new Set(slugs).size).toBe(5);
  for (const slug of slugs) expect(slug).toMatch(/^[0-9a-z]{11}$/);
});

test('post without a slug is rejected unless generation is enabled', async () => {
  const strict = await givenEditor();
  for (const [slug, message] of [
    [undefined, 'Input required'],
    [null, 'InvalidInput'],
    ['', 'empty values not allowed'],
  ] as const) {
    const { status, json } = await strict.user.send('POST', '/api/admin/posts/news', { body: { ...creation, slug } });
    expect([status, json.errors[0]]).toEqual([400, { field: 'slug', message }]);
  }
  const config = await loadConfig({}, '/nonexistent');
  const autoSlugSet = { isEnabled: true, format: 'yyyy-MM-dd' };
  const site = { ...config.site, post: { ...config.site.post, autoSlugSet } };
  const { create } = await givenEditor({ config: { ...config, site } });
  const created = [
    await create({}),
    await create({ slug: '' }),
    await create({ slug: null }),
    await create({ slug: 'own' }),
  ];
  expect(created.map(({ slug }) => slug)).toEqual(['2026-11-21', '2026-11-21a', '2026-11-21b', 'own']);
});

test('concurrent posts without slugs get different ones', async () => {
  const config = await loadConfig({}, '/nonexistent');
  const autoSlugSet = { isEnabled: true, format: 'yyMMdd' };
  const site = { ...config.site, post: { ...config.site.post, autoSlugSet } };
  const { create } = await givenEditor({ config: { ...config, site } });
  const created = await Promise.all(Array.from({ length: 8 }, () => create({})));
  expect(new Set(created.map(({ slug }) => slug)).size).toBe(8);
});

const creation = { title: '瓦版', bodyFormat: 'markdown', status: 'publish' } as const;

async function givenEditor(tools: Parameters<typeof testApp>[0] = {}) {
  const app: TestApp = await testApp(tools);
  const user: GivenUser = await givenUser(app);
  const params = { serviceId: 'news' };
  return {
    app,
    user,
    propose: (query: { by: 'title' | 'date' | 'random'; title?: string; timeZone?: string }) =>
      user.call(postSlugApi.propose, { params, query }),
    create: (given: { slug?: string | null; status?: string }) =>
      user.call(adminPostApi.create, { params, body: { ...creation, ...given } }),
    save: (idOrSlug: string, body: { slug: string }) =>
      user.call(adminPostApi.update, { params: { ...params, idOrSlug }, body }),
  };
}
