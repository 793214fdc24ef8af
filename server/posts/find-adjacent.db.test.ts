import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { createPost } from '#testing/edit-posts.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const NOBODY = { previous: null, next: null };

const adjacent = ({ call }: TestApp, slug: string, group?: string) =>
  call(postApi.adjacent, { params: { serviceId: 'news', slug }, query: { group } });

async function beside(app: TestApp, slug: string, group?: string) {
  const { previous, next } = await adjacent(app, slug, group);
  return [previous?.slug, next?.slug];
}

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

test('unknown or hidden service, post or group returns 404', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'seen' });
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-11-22T05:00:00Z') });
  expect((await app.get('/api/posts/nowhere/seen/adjacent')).json).toEqual({ message: 'ServiceId does not exist' });
  for (const rest of ['none/adjacent', 'draft/adjacent', 'later/adjacent', 'seen/adjacent?group=none']) {
    const { status, json } = await app.get(`/api/posts/news/${rest}`);
    expect([rest, status, json]).toEqual([rest, 404, { message: 'Not Found' }]);
  }
});

test('preview token does not open neighbors of a draft', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'draft' });
  const params = { serviceId: 'news', idOrSlug: postId };
  const { previewToken } = await user.call(adminPostApi.find, { params });
  expect((await app.get(`/api/posts/news/draft?token=${previewToken}`)).status).toBe(200);
  expect((await app.get('/api/posts/news/draft/adjacent')).status).toBe(404);
  expect((await app.get(`/api/posts/news/draft/adjacent?token=${previewToken}`)).status).toBe(404);
});

test('neighbors are the older and newer visible posts', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'second', title: '第二', publishAt: at('11:00') });
  await givenPost(app, { slug: 'first', title: 'First', publishAt: at('10:00') });
  await givenPost(app, { slug: 'of-another', serviceId: 'other', publishAt: at('10:30') });
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { slug: 'third', publishAt: new Date('2026-11-21T05:07:00Z') });
  expect(await adjacent(app, 'first')).toEqual({ previous: null, next: { slug: 'second', title: '第二' } });
  expect(await adjacent(app, 'second')).toEqual({ previous: { slug: 'first', title: 'First' }, next: null });
  app.clock.moveTo('2026-11-21T05:09:59Z');
  expect(await beside(app, 'second')).toEqual(['first', undefined]);
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect(await beside(app, 'second')).toEqual(['first', 'third']);
  expect(await beside(app, 'third')).toEqual(['second', undefined]);
});

test('posts of equal time are ordered by id both ways', async () => {
  const app = await testApp();
  const slugs: string[] = [];
  for (const slug of ['a', 'b', 'c', 'd', 'e'])
    slugs.push((await givenPost(app, { slug, publishAt: at('10:00') })).slug);
  const { items } = await app.call(postApi.list, { params: { serviceId: 'news' }, query: { order: 'asc' } });
  const listed = items.map(({ slug }) => slug);
  expect([...listed].sort()).toEqual(slugs);
  for (const [index, slug] of listed.entries()) {
    expect(await beside(app, slug)).toEqual([listed[index - 1], listed[index + 1]]);
  }
});

test('post hidden in lists has no neighbors and is none', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { slug: 'first', publishAt: at('10:00') });
  await givenPost(app, { slug: 'hidden', publishAt: at('11:00') });
  await givenPost(app, { slug: 'second', publishAt: at('12:00') });
  await user.send('POST', '/api/admin/posts/news/hidden', { body: { isHiddenInList: true } });
  expect(await adjacent(app, 'hidden')).toEqual(NOBODY);
  expect(await beside(app, 'first')).toEqual([undefined, 'second']);
  expect(await beside(app, 'second')).toEqual(['first', undefined]);
});

test('neighbors in a group follow group order of visible posts', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const idOf = async (slug: string, more = {}) => (await givenPost(app, { slug, ...more })).postId;
  const [one, two, hidden] = [await idOf('one'), await idOf('two'), await idOf('hidden')];
  const draft = await idOf('draft', { status: 'draft' });
  const later = await idOf('later', { publishAt: new Date('2026-11-21T05:00:00Z') });
  await givenPost(app, { slug: 'alone' });
  await user.send('POST', '/api/admin/posts/news/hidden', { body: { isHiddenInList: true } });
  const body = { slug: 'steps', label: 'First steps', postIds: [two, draft, later, hidden, one] };
  await user.call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });

  const group = { slug: 'steps', label: 'First steps', count: 2 };
  const titled = (slug: string) => ({ slug, title: 'A post' });
  expect(await adjacent(app, 'two', 'steps')).toEqual({
    ...{ previous: null, next: titled('one') },
    group: { ...group, position: 1 },
  });
  expect(await adjacent(app, 'one', 'steps')).toEqual({
    ...{ previous: titled('two'), next: null },
    group: { ...group, position: 2 },
  });
  for (const slug of ['hidden', 'draft', 'later', 'alone']) {
    expect((await app.get(`/api/posts/news/${slug}/adjacent?group=steps`)).status, slug).toBe(404);
  }
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await adjacent(app, 'later', 'steps')).toEqual({
    ...{ previous: titled('two'), next: titled('one') },
    group: { ...group, count: 3, position: 2 },
  });
});

test('group of another service returns 404', async () => {
  const app = await testApp();
  const user = await givenUser(app, { serviceIds: ['news', 'other'] });
  await givenPost(app, { slug: 'note' });
  const { postId } = await givenPost(app, { slug: 'note', serviceId: 'other' });
  const body = { slug: 'steps', label: 'Steps', postIds: [postId] };
  await user.call(adminPostGroupApi.create, { params: { serviceId: 'other' }, body });
  expect((await app.get('/api/posts/other/note/adjacent?group=steps')).status).toBe(200);
  expect((await app.get('/api/posts/news/note/adjacent?group=steps')).status).toBe(404);
});

test('isHiddenInList is returned with a valid preview token only', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'hidden', status: 'publish' });
  const find = (query: string) => app.get(`/api/posts/news/hidden${query}`);
  const { previewToken } = await user.call(adminPostApi.find, { params: { serviceId: 'news', idOrSlug: postId } });
  expect((await find(`?token=${previewToken}`)).json).not.toHaveProperty('isHiddenInList');
  await user.send('POST', `/api/admin/posts/news/${postId}`, { body: { isHiddenInList: true } });
  expect((await find(`?token=${previewToken}`)).json).toMatchObject({ isHiddenInList: true });
  for (const query of ['', '?token=', '?token=00000000']) {
    const { status, json } = await find(query);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('isHiddenInList');
  }
});
