import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { testApp } from '#testing/app.ts';
import { createPost, creation, params, setStatus, updatePost } from '#testing/edit-posts.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

test('created post is returned with all fields', async () => {
  const app = await testApp();
  const { call, send, username } = await givenUser(app);
  await givenCategory(app, { serviceId: 'news', slug: 'events', label: 'Events' });
  await givenCategory(app, { serviceId: 'news', slug: 'tokyo', label: 'Tokyo', parent: 'events' });
  const post = await call(adminPostApi.create, {
    params,
    body: {
      slug: 'First_note',
      title: '  First note ',
      description: 'What it is about',
      author: 'Hanako',
      bodyFormat: 'markdown',
      body: '\n# Hello\n\n*there*  \n\n',
      category: 'tokyo',
      status: 'publish',
      publishAt: '2026-11-20T10:00:00.123+09:00',
      tags: [{ label: ' 東京 ' }, { label: 'music' }, { label: '東京' }],
      links: [{ id: 2, url: 'https://example.com/map', label: 'Map' }],
      images: [],
      files: [],
    },
  });
  expect(post).toMatchObject({
    serviceId: 'news',
    slug: 'First_note',
    title: 'First note',
    description: 'What it is about',
    author: 'Hanako',
    body: '\n# Hello\n\n*there*',
    bodyHtml: '<h1 id="hello">Hello</h1>\n<p><em>there</em></p>',
    bodyText: expect.stringContaining('there'),
    bodyJson: null,
    status: 'published',
    postStatus: 'publish',
    statusPublishAt: 'publish#2026-11-20T01:00:00Z',
    publishAt: '2026-11-20T01:00:00Z',
    effectiveAt: '2026-11-20T01:00:00Z',
    isHiddenInList: false,
    categorySlug: 'tokyo',
    categoryLabel: 'Tokyo',
    category: { slug: 'tokyo', parents: [{ slug: 'events' }] },
    links: [{ id: 2, url: 'https://example.com/map', label: 'Map' }],
    images: [],
    files: [],
    revision: 1,
    createdAt: '2026-11-21T04:43:00Z',
    createdBy: username,
    updatedAt: null,
    updatedBy: null,
    previewToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    service: { serviceId: 'news', functions: ['post'], configs: { frontendPostDetailUrlPrefix: '' } },
  });
  expect(post.categoryPath).toMatch(/^\d+#\d+#\d+$/);
  expect(post.tags.map(({ label }) => label).toSorted()).toEqual(['music', '東京']);
  const found = await call(adminPostApi.find, { params: { ...params, idOrSlug: post.postId } });
  expect(found).toEqual(post);
  expect((await send('HEAD', '/api/admin/posts/news/First_note')).status).toBe(200);
});

test('save changes only the given fields', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  const post = await createPost(user, {
    title: 'Title',
    body: 'Body',
    category: 'events',
    tags: [{ label: 'a' }, { label: 'b' }],
    links: [{ id: 1, url: 'https://example.com/', label: '' }],
    description: 'About',
    status: 'publish',
    isHiddenInList: true,
  });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const other = await givenUser(app);
  const save = (body: Parameters<typeof updatePost>[2]) => updatePost(other, post.postId, body);
  const stamps = { updatedAt: '2026-11-21T05:00:00Z', updatedBy: other.username };
  expect(await save({ title: ' Other ' })).toEqual({ ...post, title: 'Other', revision: 2, ...stamps });
  expect(await save({ body: '*New*  \n', bodyFormat: 'markdown' })).toEqual({
    ...post,
    title: 'Other',
    body: '*New*',
    bodyHtml: '<p><em>New</em></p>',
    bodyText: 'New',
    revision: 3,
    ...stamps,
  });
  expect(await save({ category: '', links: [], isHiddenInList: 0 })).toMatchObject({
    category: null,
    categorySlug: null,
    categoryPath: null,
    links: [],
    isHiddenInList: false,
    statusPublishAt: 'publish#2026-11-21T04:43:00Z',
    revision: 4,
  });
  expect((await save({ category: 'events', slug: 'moved' })).category?.slug).toBe('events');
  expect((await save({ category: null })).category).toBeNull();
  expect((await app.get('/api/posts/news/moved')).status).toBe(200);
});

test('null counts as absent where it has no meaning', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const nothing = {
    ...{ body: null, tags: null, links: null, images: null, files: null },
    ...{ isHiddenInList: null, description: null, author: null },
  };
  const created = await user.send('POST', '/api/admin/posts/news', { body: { ...creation, ...nothing } });
  expect(created.status).toBe(200);
  expect(created.json).toMatchObject({ tags: [], links: [], isHiddenInList: false, description: '' });
  const url = `/api/admin/posts/news/${created.json.postId}`;
  expect((await user.send('POST', url, { body: nothing })).json).toEqual({ message: 'Data is empty' });
  const links = [{ id: 1, url: 'https://example.com/', label: null }];
  expect((await user.send('POST', url, { body: { ...nothing, links } })).json.links).toEqual([
    { id: 1, url: 'https://example.com/' },
  ]);
});

test('only 1 and true hide a post in lists', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const cases = [
    [true, true],
    ['TRUE', true],
    ['1', true],
    [1, true],
    ['yes', false],
    ['', false],
    [2, false],
    ['false', false],
  ] as const;
  for (const [index, [given, isHiddenInList]] of cases.entries()) {
    const body = { ...creation, slug: `note-${index}`, isHiddenInList: given };
    const { json } = await user.send('POST', '/api/admin/posts/news', { body });
    expect(json.isHiddenInList, JSON.stringify(given)).toBe(isHiddenInList);
  }
});

test('post keeps a slug that became reserved', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, {});
  await app.database.writer.updateTable('posts').set({ slug: 'feed' }).where('postId', '=', postId).execute();
  expect((await updatePost(user, postId, { slug: 'feed', title: 'Kept' })).slug).toBe('feed');
});

test('save without changes keeps revision and times', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const post = await createPost(user, {
    body: 'Body',
    tags: [{ label: 'a' }, { label: 'b' }],
    links: [{ id: 1, url: 'https://example.com/' }],
    status: 'publish',
  });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  // Echoes all fields, as the form of existing clients does.
  const { category: _category, categorySlug, images, files, revision: _revision, ...echo } = post;
  const body = { ...echo, category: categorySlug, images, files, status: 'publish', publishAt: '' };
  const { status, json } = await user.send('POST', `/api/admin/posts/news/${post.postId}`, { body });
  expect([status, json]).toEqual([200, post]);
  expect(await updatePost(user, post.postId, { tags: [{ label: 'b' }, { label: 'a ' }], body: 'Body \n' })).toEqual(
    post,
  );
});

test('tags are set by id or label within the service', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { serviceId: 'other', tags: ['a'] });
  const post = await createPost(user, { tags: [{ label: 'a' }], status: 'publish' });
  const [a] = post.tags;
  const both = await updatePost(user, post.postId, {
    tags: [{ tagId: a?.tagId ?? '' }, { label: 'a' }, { label: 'b' }],
  });
  expect(both.tags.map(({ label }) => label)).toEqual(['a', 'b']);
  expect(both.tags[0]).toEqual(a);
  const foreign = await app.database.reader
    .selectFrom('tags')
    .select('tagId')
    .where('serviceId', '=', 'other')
    .executeTakeFirstOrThrow();
  const rejected = await user.send('POST', `/api/admin/posts/news/${post.postId}`, { body: { tags: [foreign] } });
  expect([rejected.status, rejected.json.errors]).toEqual([400, [{ field: 'tags', message: 'InvalidInput' }]]);
  expect((await app.get('/api/posts/news?tag=b')).json.items).toHaveLength(1);
  expect((await updatePost(user, post.postId, { tags: [] })).tags).toEqual([]);
  expect((await app.get('/api/posts/news?tag=b')).json.items).toEqual([]);
  expect((await app.get('/api/tags/news')).json.items).toHaveLength(2);
});

test('changes of posts are logged with their actor', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, {});
  await updatePost(user, postId, { title: 'New' });
  await setStatus(user, postId, 'publish');
  await user.send('DELETE', `/api/admin/posts/news/${postId}`);
  const lines = app.logged.filter(({ postId: id }) => id === postId);
  expect(lines.map(({ msg }) => msg)).toEqual(['post created', 'post saved', 'post status changed', 'post deleted']);
  for (const line of lines) expect(line).toMatchObject({ serviceId: 'news', actor: user.username });
});
