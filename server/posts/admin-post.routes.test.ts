import { expect, onTestFinished, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { Method } from '#contract/endpoint.ts';
import { postApi } from '#contract/posts.ts';
import type { Role } from '#server/platform/actor.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { createRenderPool } from './rendering/render-pool.ts';
import { preparePost, replacePost } from './write-post.ts';

const ROLES: readonly Role[] = ['admin', 'editor', 'viewer', 'normal'];
const readers: readonly Role[] = ['admin', 'editor', 'viewer'];
const editors: readonly Role[] = ['admin', 'editor'];

interface Ask {
  readonly method: Method;
  readonly url: string;
  readonly body?: unknown;
  readonly allowed: readonly Role[];
}

const creation = { slug: 'new-note', title: 'New', bodyFormat: 'markdown', status: 'unpublish' };

const asks: Ask[] = [
  { method: 'GET', url: '/api/admin/posts/news', allowed: readers },
  { method: 'GET', url: '/api/admin/posts/news/slug?slug=free', allowed: readers },
  { method: 'POST', url: '/api/admin/posts/news', body: creation, allowed: editors },
  {
    method: 'POST',
    url: '/api/admin/posts/news/preview',
    body: { body: '*x*', bodyFormat: 'markdown' },
    allowed: editors,
  },
  { method: 'GET', url: '/api/admin/posts/news/note', allowed: readers },
  { method: 'HEAD', url: '/api/admin/posts/news/note', allowed: readers },
  { method: 'POST', url: '/api/admin/posts/news/note', body: { title: 'Other' }, allowed: editors },
  { method: 'POST', url: '/api/admin/posts/news/note/status', body: { status: 'unpublish' }, allowed: editors },
  { method: 'DELETE', url: '/api/admin/posts/news/note', allowed: editors },
];
const named = asks.map((ask) => [`${ask.method} ${ask.url}`, ask] as const);

test.for(named)('%s without a token is 401', async ([, { method, url, body }]) => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  expect((await app.send(method, url, { body })).status).toBe(401);
  const forged = await app.send(method, url, { body, headers: { authorization: 'Bearer x.y.z' } });
  expect(forged.status).toBe(401);
});

test.for(named)('%s is for the roles that it is for', async ([, { method, url, body, allowed }]) => {
  for (const role of ROLES) {
    const app = await testApp();
    await givenPost(app, { slug: 'note' });
    const { send } = await givenUser(app, { role });
    expect((await send(method, url, { body })).status, role).toBe(allowed.includes(role) ? 200 : 403);
  }
});

test.for(named)('%s is 403 for who has another service, even if this one does not exist', async ([, ask]) => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  const { send } = await givenUser(app, { role: 'admin', serviceIds: ['other'] });
  for (const url of [ask.url, ask.url.replace('news', 'nowhere')]) {
    const { status, json } = await send(ask.method, url, { body: ask.body });
    expect(status).toBe(403);
    if (ask.method !== 'HEAD') expect(json).toEqual({ message: 'Forbidden' });
  }
});

const mistakes: [method: Method, url: string, body: unknown, fields: string[]][] = [
  ['GET', '?count=51&sort=slug&order=up', undefined, ['count', 'sort', 'order']],
  ['GET', '?filters=nonsense', undefined, ['filters']],
  [
    'GET',
    `?filters=${encodeURIComponent('{"attribute":"author","compare":"eq","value":"x"}')}`,
    undefined,
    ['filters'],
  ],
  ['GET', '?category=Not%20a%20slug', undefined, ['category']],
  ['GET', '/slug', undefined, ['slug']],
  ['GET', '/slug?slug=a%20b', undefined, ['slug']],
  ['GET', '/slug?slug=01hzx3v9d0q8e7m2k4n6p8r1st', undefined, ['slug']],
  ['POST', '', {}, ['slug', 'title', 'body_format', 'status']],
  ['POST', '', { ...creation, title: ' \u3000 ' }, ['title']],
  ['POST', '', { ...creation, title: 'x'.repeat(301) }, ['title']],
  ['POST', '', { ...creation, body: 'a\u0000b' }, ['body']],
  ['POST', '', { ...creation, body: 'x'.repeat(1_000_001) }, ['body']],
  ['POST', '', { ...creation, publishAt: 'tomorrow' }, ['publish_at']],
  ['POST', '', { ...creation, publishAt: '2026-02-30T00:00:00Z' }, ['publish_at']],
  ['POST', '', { ...creation, status: 'reserve' }, ['publish_at']],
  ['POST', '', { ...creation, isHiddenInList: [true] }, ['is_hidden_in_list']],
  ['POST', '', { ...creation, tags: [{ name: 'x' }] }, ['tags']],
  ['POST', '', { ...creation, tags: [{ label: '  ' }] }, ['label']],
  ['POST', '', { ...creation, tags: Array.from({ length: 31 }, (_, index) => ({ label: `t${index}` })) }, ['tags']],
  ['POST', '', { ...creation, tags: [{ tagId: '01hzx3v9d0q8e7m2k4n6p8r1st' }] }, ['tags']],
  ['POST', '', { ...creation, links: [{ id: 1, url: 'javascript:alert(1)' }] }, ['url']],
  [
    'POST',
    '',
    {
      ...creation,
      links: [
        { id: 1, url: 'https://a.example' },
        { id: 1, url: 'https://b.example' },
      ],
    },
    ['links'],
  ],
  ['POST', '/preview', { bodyFormat: 'rst' }, ['body', 'body_format']],
  ['GET', '/a%20b', undefined, ['id_or_slug']],
  ['POST', '/note', { slug: 'a b' }, ['slug']],
  ['POST', '/note', { title: '' }, ['title']],
  ['POST', '/note', { revision: 0 }, ['revision']],
  ['POST', '/note', { publishAt: null }, ['publish_at']],
  ['POST', '/note/status', {}, ['status']],
  ['DELETE', '/a%20b', undefined, ['id_or_slug']],
];

test('what cannot be right is 400 with the name of each field, and nothing is written', async () => {
  const app = await testApp();
  const { send } = await givenUser(app);
  const { revision } = await givenPost(app, { slug: 'note' });
  for (const [method, path, body, fields] of mistakes) {
    const { status, json } = await send(method, `/api/admin/posts/news${path}`, { body });
    expect(status, `${method} ${path} ${JSON.stringify(body)?.slice(0, 100)}`).toBe(400);
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  }
  const rows = await app.database.reader.selectFrom('posts').select(['slug', 'revision']).execute();
  expect(rows).toEqual([{ slug: 'note', revision }]);
  expect(await app.database.reader.selectFrom('tags').selectAll().execute()).toEqual([]);
});

const refusals: [name: string, url: string, body: unknown, json: object][] = [
  [
    'a slug that is taken',
    '',
    { ...creation, slug: 'note' },
    { message: 'Slug already used', errors: [{ field: 'slug', message: 'Already in use' }] },
  ],
  [
    'a slug that is reserved',
    '',
    { ...creation, slug: 'Groups' },
    { message: 'This slug is not allowed', errors: [{ field: 'slug', message: 'InvalidInput' }] },
  ],
  [
    'a slug that looks like an id',
    '/note',
    { slug: '01hzx3v9d0q8e7m2k4n6p8r1st' },
    { message: 'This slug is not allowed', errors: [{ field: 'slug', message: 'InvalidInput' }] },
  ],
  ['an unknown status', '', { ...creation, status: 'live' }, { message: 'status is invalid' }],
  [
    'an unknown status among other mistakes',
    '',
    { ...creation, title: '', status: 'live' },
    {
      message: 'Validation Failed',
      errors: [
        { field: 'title', message: 'empty values not allowed' },
        { field: 'status', message: 'InvalidInput' },
      ],
    },
  ],
  ['a published post as a draft', '/note', { status: 'draft' }, { message: 'status is invalid' }],
  ['a draft by the status call', '/note/status', { status: 'draft' }, { message: 'status is invalid' }],
  ['the same status', '/note/status', { status: 'published' }, { message: 'Status is same value' }],
  ['nothing to change', '/note', {}, { message: 'Data is empty' }],
  ['nothing but a revision', '/note', { revision: 1 }, { message: 'Data is empty' }],
  ['nothing that is known', '/note', { nonsense: 1 }, { message: 'Data is empty' }],
  [
    'an unknown category',
    '/note',
    { category: 'nowhere' },
    { message: 'Category not exists', errors: [{ field: 'category', message: 'InvalidInput' }] },
  ],
  [
    'a file that is not there',
    '/note',
    { images: [{ fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3', mimeType: 'image/png' }] },
    { message: 'fileId 01hzx3w7gg8hh9jj0kk1mm2nn3 not exists' },
  ],
];

test.for(refusals)('%s is 400', async ([, path, body, json]) => {
  const app = await testApp();
  const { send } = await givenUser(app);
  await givenPost(app, { slug: 'note' });
  const answer = await send('POST', `/api/admin/posts/news${path}`, { body });
  expect(answer.json).toEqual(json);
  expect(answer.status).toBe(400);
});

test('what is missing is 404, after what is wrong and before nothing', async () => {
  const app = await testApp();
  const { send } = await givenUser(app);
  const missing = '01hzx3v9d0q8e7m2k4n6p8r1st';
  for (const idOrSlug of ['nothing', missing, 'preview', 'slug-']) {
    const url = `/api/admin/posts/news/${idOrSlug}`;
    expect((await send('GET', url)).json).toEqual({ message: 'Not Found' });
    expect((await send('HEAD', url)).status).toBe(404);
    expect((await send('DELETE', url)).json).toEqual({ message: 'Not Found' });
    expect((await send('POST', `${url}-x`, { body: { title: 'x' } })).status).toBe(404);
    expect((await send('POST', `${url}/status`, { body: { status: 'publish' } })).json).toEqual({
      message: 'Not Found',
    });
    expect((await send('POST', `${url}/status`, { body: { status: 'live' } })).status).toBe(400);
  }
});

test('an id of another service is 400, a slug of another service 404', async () => {
  const app = await testApp();
  const { send } = await givenUser(app);
  const { postId } = await givenPost(app, { serviceId: 'other', slug: 'theirs' });
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', { title: 'x' }],
    ['POST', '/status', { status: 'unpublish' }],
    ['DELETE', '', undefined],
  ] as const) {
    const { status, json } = await send(method, `/api/admin/posts/news/${postId}${path}`, { body });
    expect([status, json]).toEqual([400, { message: 'PostId is invalid' }]);
    expect((await send(method, `/api/admin/posts/news/theirs${path}`, { body })).status).toBe(404);
  }
  expect((await send('HEAD', `/api/admin/posts/news/${postId}`)).status).toBe(400);
});

const params = { serviceId: 'news' };

test('a post is created with everything that is said, and comes back whole', async () => {
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

test('what readers get of a post says nothing that is for its editors', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const links = [{ id: 1, url: 'https://example.com/' }];
  const { previewToken } = await createPost(user, { slug: 'note', status: 'publish', links });
  for (const path of ['/api/posts/news', '/api/posts/news/note', `/api/posts/news/note?token=${previewToken}`]) {
    const { text } = await app.get(path);
    expect(text).toContain('"links":[{"id":1,"url":"https://example.com/"}]');
    for (const secret of [previewToken, user.username, 'createdBy', 'previewToken', 'isHiddenInList', 'revision'])
      expect(text).not.toContain(secret);
  }
  expect((await app.get('/api/posts/news?withBody=0')).text).not.toContain('links');
});

test('a slug is free, taken or reserved', async () => {
  const app = await testApp();
  const { call } = await givenUser(app, { role: 'viewer' });
  await givenPost(app, { slug: 'note' });
  await givenPost(app, { serviceId: 'other', slug: 'theirs' });
  const isFree = (slug: string) => call(adminPostApi.isSlugFree, { params, query: { slug } });
  expect(await isFree('note')).toBe(false);
  expect(await isFree('theirs')).toBe(true);
  expect(await isFree('Note')).toBe(true);
  expect(await isFree('groups')).toBe(false);
  expect(await isFree('slug')).toBe(false);
});

test('the preview is what saving makes of the same body', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const body = '## 見出し {#h}\n\n| a |\n|--|\n| 1 |\n\n<script>x</script>\n\n[^1]\n\n[^1]: 注\n\n';
  const preview = await user.call(adminPostApi.preview, { params, body: { body, bodyFormat: 'markdown' } });
  const post = await createPost(user, { body });
  expect(preview.bodyHtml).toBe(post.bodyHtml);
  expect(await app.database.reader.selectFrom('posts').select('slug').execute()).toHaveLength(1);
});

test('a save changes what it names and nothing else', async () => {
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
  const save = (body: Body) => update(other, post.postId, body);
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

test('where null has no meaning of its own it stands for an absent key', async () => {
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

test.for([
  [true, true],
  ['TRUE', true],
  ['1', true],
  [1, true],
  ['yes', false],
  ['', false],
  [2, false],
  ['false', false],
] as const)('hidden as %j is %j', async ([given, isHiddenInList]) => {
  const app = await testApp();
  const user = await givenUser(app);
  const { json } = await user.send('POST', '/api/admin/posts/news', { body: { ...creation, isHiddenInList: given } });
  expect(json.isHiddenInList).toBe(isHiddenInList);
});

test('a post keeps a slug that has become reserved since', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, {});
  await app.database.writer.updateTable('posts').set({ slug: 'feed' }).where('postId', '=', postId).execute();
  expect((await update(user, postId, { slug: 'feed', title: 'Kept' })).slug).toBe('feed');
});

test('the log tells what became of posts and by whom', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, {});
  await update(user, postId, { title: 'New' });
  await setStatus(user, postId, 'publish');
  await user.send('DELETE', `/api/admin/posts/news/${postId}`);
  const told = app.logged.filter(({ postId: id }) => id === postId);
  expect(told.map(({ msg }) => msg)).toEqual(['post created', 'post saved', 'post status changed', 'post deleted']);
  for (const line of told) expect(line).toMatchObject({ serviceId: 'news', actor: user.username });
});

test('a save that changes nothing keeps revision and times', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const post = await createPost(user, {
    body: 'Body',
    tags: [{ label: 'a' }, { label: 'b' }],
    links: [{ id: 1, url: 'https://example.com/' }],
    status: 'publish',
  });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  // As the form of existing clients sends it, with everything that it was given.
  const { category: _category, categorySlug, images, files, revision: _revision, ...echo } = post;
  const body = { ...echo, category: categorySlug, images, files, status: 'publish', publishAt: '' };
  const { status, json } = await user.send('POST', `/api/admin/posts/news/${post.postId}`, { body });
  expect([status, json]).toEqual([200, post]);
  expect(await update(user, post.postId, { tags: [{ label: 'b' }, { label: 'a ' }], body: 'Body \n' })).toEqual(post);
});

test('tags are chosen by id or label, cleared by an empty list, and are never those of another service', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { serviceId: 'other', tags: ['a'] });
  const post = await createPost(user, { tags: [{ label: 'a' }], status: 'publish' });
  const [a] = post.tags;
  const both = await update(user, post.postId, {
    tags: [{ tagId: a?.tagId ?? '' }, { label: 'a' }, { label: 'b' }],
  });
  expect(both.tags.map(({ label }) => label)).toEqual(['a', 'b']);
  expect(both.tags[0]).toEqual(a);
  const foreign = await app.database.reader
    .selectFrom('tags')
    .select('tagId')
    .where('serviceId', '=', 'other')
    .executeTakeFirstOrThrow();
  const refused = await user.send('POST', `/api/admin/posts/news/${post.postId}`, { body: { tags: [foreign] } });
  expect([refused.status, refused.json.errors]).toEqual([400, [{ field: 'tags', message: 'InvalidInput' }]]);
  expect((await app.get('/api/posts/news?tag=b')).json.items).toHaveLength(1);
  expect((await update(user, post.postId, { tags: [] })).tags).toEqual([]);
  expect((await app.get('/api/posts/news?tag=b')).json.items).toEqual([]);
  expect((await app.get('/api/tags/news')).json.items).toHaveLength(2);
});

test('a post that changes its state or hides moves in the lists of its tags, too', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { tags: [{ label: 'a' }], status: 'publish' });
  const listed = async () => (await app.get('/api/posts/news?tag=a')).json.items.length;
  expect(await listed()).toBe(1);
  await update(user, postId, { isHiddenInList: true });
  expect(await listed()).toBe(0);
  await update(user, postId, { isHiddenInList: false });
  expect(await listed()).toBe(1);
  await setStatus(user, postId, 'unpublish');
  expect(await listed()).toBe(0);
  await setStatus(user, postId, 'publish');
  expect(await listed()).toBe(1);
  await update(user, postId, { publishAt: '2026-11-22T00:00:00Z' });
  expect(await listed()).toBe(0);
});

test('a save on an older revision is 409 with the post as it is, one without a revision is taken', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { title: 'One' });
  const two = await update(user, postId, { title: 'Two', revision: 1 });
  expect(two.revision).toBe(2);
  for (const [path, body] of [
    ['', { title: 'Three', revision: 1 }],
    ['', { title: 'Three', revision: 7 }],
    ['/status', { status: 'publish', revision: 1 }],
  ] as const) {
    const { status, json } = await user.send('POST', `/api/admin/posts/news/${postId}${path}`, { body });
    expect([status, json]).toEqual([409, { message: 'Changed by somebody else', current: two }]);
  }
  expect((await update(user, postId, { title: 'Three' })).revision).toBe(3);
  const status = await user.call(adminPostApi.setStatus, {
    params: { ...params, idOrSlug: postId },
    body: { status: 'publish', revision: 3 },
  });
  expect(status.revision).toBe(4);
});

test('of two who save the same revision in one moment one is told so', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, {});
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((title) =>
      user.send('POST', `/api/admin/posts/news/${postId}`, { body: { title, body: title, revision: 1 } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const saved = answers.find(({ status }) => status === 200)?.json;
  for (const { json } of answers.filter(({ status }) => status === 409)) expect(json.current).toEqual(saved);
});

test('of two who take the same slug in one moment one gets it', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const created = await Promise.all(
    [1, 2, 3].map(() => user.send('POST', '/api/admin/posts/news', { body: { ...creation, tags: [{ label: 'x' }] } })),
  );
  expect(created.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const one = await createPost(user, { slug: 'one' });
  const two = await createPost(user, { slug: 'two' });
  const moved = await Promise.all(
    [one, two].map(({ postId }) => user.send('POST', `/api/admin/posts/news/${postId}`, { body: { slug: 'three' } })),
  );
  expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(moved.find(({ status }) => status === 400)?.json.message).toBe('Slug already used');
});

test('many who write at once with the same new tags are all answered', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const labels = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      user.send('POST', '/api/admin/posts/news', {
        body: {
          ...creation,
          slug: `post-${index}`,
          tags: (index % 2 ? labels : labels.toReversed()).map((label) => ({ label })),
        },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});

test('publishing is seen by readers at once, and so is taking back', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId, status } = await createPost(user, { slug: 'note', status: 'unpublish' });
  expect(status).toBe('draft');
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  const live = await setStatus(user, postId, 'publish');
  expect(live).toMatchObject({
    status: 'published',
    publishAt: '2026-11-21T04:43:00Z',
    statusPublishAt: 'publish#2026-11-21T04:43:00Z',
    category: null,
    tags: [],
    service: { configs: {} },
    updatedBy: user.username,
  });
  expect((await app.get('/api/posts/news/note')).status).toBe(200);
  const back = await setStatus(user, postId, 'unpublish');
  expect(back).toMatchObject({ status: 'unpublished', publishAt: '2026-11-21T04:43:00Z', effectiveAt: null });
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  expect((await app.get('/api/posts/news')).json.items).toEqual([]);
});

test('a post due at 10:07 stays reserved until 10:10, and edited at 10:20 keeps its time', async () => {
  const clock = testClock('2026-11-21T10:00:00Z');
  const app = await testApp({ clock });
  const user = await givenUser(app);
  const post = await createPost(user, { slug: 'due', status: 'publish', publishAt: '2026-11-21T10:07:00Z' });
  expect(post).toMatchObject({ status: 'reserved', effectiveAt: '2026-11-21T10:10:00Z' });
  clock.moveTo('2026-11-21T10:08:00Z');
  const echo = { status: 'publish', publishAt: '2026-11-21T10:07:00Z' };
  expect(await update(user, post.postId, { ...echo, title: 'Edited' })).toMatchObject({
    status: 'reserved',
    effectiveAt: '2026-11-21T10:10:00Z',
  });
  const repeated = await user.send('POST', '/api/admin/posts/news/due/status', { body: { status: 'publish' } });
  expect(repeated.json).toEqual({ message: 'Status is same value' });
  clock.moveTo('2026-11-21T10:20:00Z');
  expect(await update(user, post.postId, { ...echo, title: 'Edited again' })).toMatchObject({
    status: 'published',
    publishAt: '2026-11-21T10:07:00Z',
    effectiveAt: '2026-11-21T10:10:00Z',
    statusPublishAt: 'publish#2026-11-21T10:07:00Z',
  });
  const stored = await app.database.reader.selectFrom('posts').select(['status', 'listedAt']).executeTakeFirstOrThrow();
  expect(stored).toEqual({ status: 'published', listedAt: '2026-11-21T10:10:00Z' });
});

test('a hidden post that an import replaces stays hidden, and keeps its links', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const links = [{ id: 1, url: 'https://example.com/' }];
  const { postId } = await createPost(user, { slug: 'note', status: 'publish', isHiddenInList: true, links });
  const content = { slug: 'note', title: 'From a file', description: '', author: '', body: 'New', category: undefined };
  const prepared = await preparePost({ ...content, tags: ['a'], status: 'published' as const });
  const options = { clock: app.clock, serviceId: 'news', actor: 'import', postId };
  await app.database.writer.transaction().execute((trx) => replacePost(trx, options, prepared));
  for (const path of ['/api/posts/news', '/api/posts/news?tag=a']) expect((await app.get(path)).json.items).toEqual([]);
  expect((await app.get('/api/posts/news/note')).json).toMatchObject({ title: 'From a file', links });
});

test('a deleted post is gone with the links to its tags, for good', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'note', tags: [{ label: 'a' }], status: 'publish' });
  const kept = await createPost(user, { slug: 'other', tags: [{ label: 'a' }], status: 'publish' });
  const before = await serviceRevision(app);
  const answers = await Promise.all([1, 2].map(() => user.send('DELETE', '/api/admin/posts/news/note')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(answers.find(({ status }) => status === 200)?.text).toBe('null');
  expect((await user.send('GET', `/api/admin/posts/news/${postId}`)).status).toBe(404);
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  const links = await app.database.reader.selectFrom('postTags').select('postId').execute();
  expect(links).toEqual([{ postId: kept.postId }]);
  expect(await serviceRevision(app)).toBe(before + 1);
  const again = await createPost(user, { slug: 'note' });
  expect(again.postId).not.toBe(postId);
});

test('every write raises the revision of its service and of no other', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenService(app, { serviceId: 'other' });
  const raises = async (write: () => Promise<unknown>) => {
    const before = await serviceRevision(app);
    await write();
    return (await serviceRevision(app)) - before;
  };
  const { postId } = await createPost(user, {});
  expect(await raises(() => createPost(user, { slug: 'other' }))).toBe(1);
  expect(await raises(() => update(user, postId, { title: 'New' }))).toBe(1);
  expect(await raises(() => setStatus(user, postId, 'publish'))).toBe(1);
  expect(await raises(() => user.send('DELETE', `/api/admin/posts/news/${postId}`))).toBe(1);
  expect(await raises(() => user.send('POST', '/api/admin/posts/news', { body: {} }))).toBe(0);
  expect(await serviceRevision(app, 'other')).toBe(1);
});

test('a body may have a million characters of three bytes, and a request no more than four megabytes', async () => {
  const app = await testApp({ renderer: { render: async () => emptyRendering, close: async () => {} } });
  const user = await givenUser(app);
  const post = await createPost(user, { body: '瓦'.repeat(1_000_000) });
  expect(post.body).toHaveLength(1_000_000);
  for (const path of ['', '/preview', `/${post.postId}`]) {
    const { status, json } = await user.send('POST', `/api/admin/posts/news${path}`, {
      body: { body: 'x'.repeat(4 * 1024 * 1024) },
    });
    expect([status, json]).toEqual([413, { message: 'Payload Too Large' }]);
  }
});

test('while a slow body is in work others are answered, and it is refused in time', async () => {
  const renderer = createRenderPool({ timeLimitMs: 2000 });
  onTestFinished(() => renderer.close());
  const app = await testApp({ renderer });
  const user = await givenUser(app);
  const preview = (body: string) =>
    user.send('POST', '/api/admin/posts/news/preview', { body: { body, bodyFormat: 'markdown' } });
  let isSlowDone = false;
  // Would take minutes.
  const refused = preview('>'.repeat(900_000)).finally(() => {
    isSlowDone = true;
  });
  const { bodyHtml } = await createPost(user, { slug: 'quick', body: '*quick*', status: 'publish' });
  expect(bodyHtml).toBe('<p><em>quick</em></p>');
  expect((await app.get('/api/posts/news')).json.items).toHaveLength(1);
  expect(isSlowDone).toBe(false);
  expect(await refused).toMatchObject({ status: 400, json: { errors: [{ field: 'body', message: 'Too complex' }] } });
});

test('a server with too much to render says so and stays well', async () => {
  const renderer = createRenderPool({ processes: 1, timeLimitMs: 1000, maxWaiting: 0 });
  onTestFinished(() => renderer.close());
  const app = await testApp({ renderer, expectsErrors: true });
  const { send } = await givenUser(app);
  const preview = (body: string) =>
    send('POST', '/api/admin/posts/news/preview', { body: { body, bodyFormat: 'markdown' } });
  let isSlowDone = false;
  const slow = preview('>'.repeat(900_000)).finally(() => {
    isSlowDone = true;
  });
  // What is small may get in before the large one has been read.
  let answer = await preview('x');
  while (answer.status === 200 && !isSlowDone) answer = await preview('x');
  expect([answer.status, answer.json]).toEqual([503, { message: 'Service is unavailable' }]);
  await slow;
  expect((await preview('x')).status).toBe(200);
});

const emptyRendering = { html: '', text: '', excerpt: '' };

type Body = Record<string, unknown>;
type AdminPost = Awaited<ReturnType<typeof createPost>>;

let made = 0;

async function createPost(user: GivenUser, body: Body) {
  made += 1;
  const whole = { slug: `post-${made}`, title: 'A post', bodyFormat: 'markdown', status: 'draft', ...body };
  return user.call(adminPostApi.create, { params, body: whole as typeof creation & { bodyFormat: 'markdown' } });
}

async function update(user: GivenUser, postId: string, body: Body): Promise<AdminPost> {
  return user.call(adminPostApi.update, { params: { ...params, idOrSlug: postId }, body });
}

async function setStatus(user: GivenUser, postId: string, status: string): Promise<AdminPost> {
  return user.call(adminPostApi.setStatus, { params: { ...params, idOrSlug: postId }, body: { status } });
}

async function serviceRevision({ database }: TestApp, serviceId = 'news'): Promise<number> {
  const row = database.reader.selectFrom('services').select('revision').where('serviceId', '=', serviceId);
  return (await row.executeTakeFirstOrThrow()).revision;
}

test('the public calls know nothing of the admin ones', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  expect(await app.call(postApi.find, { params: { ...params, slug: 'note' } })).not.toHaveProperty('links');
});
