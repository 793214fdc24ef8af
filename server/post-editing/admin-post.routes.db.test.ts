import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { Method } from '#contract/endpoint.ts';
import { postApi } from '#contract/posts.ts';
import { testApp } from '#testing/app.ts';
import { createPost, creation, params } from '#testing/edit-posts.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

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
  ['GET', '/slug?slug=a%20b', undefined, ['slug']],
  ['GET', '/slug?slug=01hzx3v9d0q8e7m2k4n6p8r1st', undefined, ['slug']],
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
  ['POST', '/note', { slug: 'a b' }, ['slug']],
  ['POST', '/note', { title: '' }, ['title']],
  ['POST', '/note', { revision: 0 }, ['revision']],
  ['POST', '/note', { publishAt: null }, ['publish_at']],
];

test('invalid requests return 400 with all fields and write nothing', async () => {
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

test('reserving without a time reports a missing publish_at', async () => {
  const app = await testApp();
  const { send } = await givenUser(app);
  await givenPost(app, { slug: 'note', status: 'draft' });
  const missing = { message: 'Validation Failed', errors: [{ field: 'publish_at', message: 'Input required' }] };
  const created = await send('POST', '/api/admin/posts/news', { body: { ...creation, status: 'reserve' } });
  expect(created.json).toEqual(missing);
  const changed = await send('POST', '/api/admin/posts/news/note/status', { body: { status: 'reserve' } });
  expect(changed.json).toEqual(missing);
});

const rejections: [name: string, url: string, body: unknown, json: object][] = [
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

test('invalid posts are rejected with a specific message', async () => {
  const app = await testApp();
  const { send } = await givenUser(app);
  await givenPost(app, { slug: 'note' });
  for (const [name, path, body, json] of rejections) {
    const answer = await send('POST', `/api/admin/posts/news${path}`, { body });
    expect(answer.json, name).toEqual(json);
    expect(answer.status, name).toBe(400);
  }
});

test('unknown post returns 404 after validation', async () => {
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

test('post id of another service returns 400, slug 404', async () => {
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

test('public responses contain no editor fields', async () => {
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

test('slug check tells free, taken and reserved slugs', async () => {
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

test('preview equals the rendering of the saved post', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const body = '## 見出し {#h}\n\n| a |\n|--|\n| 1 |\n\n<script>x</script>\n\n[^1]\n\n[^1]: 注\n\n';
  const preview = await user.call(adminPostApi.preview, { params, body: { body, bodyFormat: 'markdown' } });
  const post = await createPost(user, { body });
  expect(preview.bodyHtml).toBe(post.bodyHtml);
  expect(await app.database.reader.selectFrom('posts').select('slug').execute()).toHaveLength(1);
});

test('public API hides empty fields of the admin API', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  expect(await app.call(postApi.find, { params: { ...params, slug: 'note' } })).not.toHaveProperty('links');
});
