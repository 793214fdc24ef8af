import { expect, test } from 'vitest';
import { givenService } from '#testing/given.ts';
import { expectFieldErrors, expectHead, expectHttpError, expectShape } from './expectations.ts';
import { PostPageShape, PublicPostShape, TagShape } from './shapes.ts';
import { addCategory, openTestSite, writePost } from './test-site.ts';

const slugsOf = ({ items }: { items: readonly { slug: string }[] }) => items.map(({ slug }) => slug);

test('GET posts/{service} lists published posts, newest first', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  await writePost(editor, { slug: 'old', publishAt: '2026-11-01T00:00:00Z' });
  await writePost(editor, {
    slug: 'new',
    publishAt: '2026-11-02T00:00:00Z',
    body: 'Text',
    links: [{ id: 1, url: 'https://example.com/', label: 'Map' }],
  });
  await writePost(editor, { slug: 'draft', status: 'unpublish' });
  await writePost(editor, { slug: 'reserved', publishAt: '2027-01-01T00:00:00Z' });
  await writePost(editor, { slug: 'hidden', isHiddenInList: true });
  const list = expectShape(await reader.get('posts/news'), PostPageShape);
  expect(slugsOf(list)).toEqual(['new', 'old']);
  expect(list).toEqual({ items: expect.any(Array), pagerKey: null, pageToken: null });
  expect(list.items[0]).toMatchObject({
    serviceId: 'news',
    postStatus: 'publish',
    statusPublishAt: 'publish#2026-11-02T00:00:00Z',
    body: 'Text',
    bodyText: 'Text',
    links: [{ id: 1, url: 'https://example.com/', label: 'Map' }],
  });
  expect(list.items[0]).not.toHaveProperty('updatedAt');
  const oldest = expectShape(await reader.get('posts/news', { order: 'asc' }), PostPageShape);
  expect(slugsOf(oldest)).toEqual(['old', 'new']);
});

test('list has twenty posts by default', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  for (let each = 0; each < 21; each += 1) await writePost(editor);
  expect(expectShape(await reader.get('posts/news'), PostPageShape).items).toHaveLength(20);
  expect(expectShape(await reader.get('posts/news', { count: 50 }), PostPageShape).items).toHaveLength(21);
});

test('category list includes subcategories by time in both versions', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const above = await addCategory(editor, 'events');
  const below = await addCategory(editor, 'tokyo', 'events');
  await addCategory(editor, 'elsewhere');
  await writePost(editor, { slug: 'first', category: 'tokyo', publishAt: '2026-11-01T00:00:00Z' });
  await writePost(editor, { slug: 'second', category: 'events', publishAt: '2026-11-02T00:00:00Z' });
  await writePost(editor, { slug: 'third', category: 'tokyo', publishAt: '2026-11-03T00:00:00Z' });
  await writePost(editor, { slug: 'other', category: 'elsewhere' });
  for (const apiVer of [1, 2]) {
    const list = expectShape(await reader.get('posts/news', { category: 'events', apiVer }), PostPageShape);
    expect(slugsOf(list)).toEqual(['third', 'second', 'first']);
    expect(list.meta).toMatchObject({ category: { id: above.id, slug: 'events', children: [{ id: below.id }] } });
    expect(list.items.map(({ category }) => category?.slug)).toEqual(['tokyo', 'events', 'tokyo']);
  }
  const [post] = expectShape(
    await reader.get('posts/news', { category: 'tokyo', withCategory: 'false' }),
    PostPageShape,
  ).items;
  expect(post).toMatchObject({ categorySlug: 'tokyo', categoryPath: `${below.parentPath}#${below.id}` });
  expect(post).not.toHaveProperty('category');
});

test('empty category list names the category; unknown category returns 404', async () => {
  const { reader, as } = await openTestSite();
  await addCategory(await as('editor'), 'events');
  const list = expectShape(await reader.get('posts/news', { category: 'events' }), PostPageShape);
  expect(list).toMatchObject({ items: [], meta: { category: { slug: 'events', children: [] } } });
  expectHttpError(await reader.get('posts/news', { category: 'nothing' }), 404, 'Category does not exist');
});

test('category filter ignores categories with a common path prefix', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  for (let each = 1; each <= 12; each += 1) await addCategory(editor, `category-${each}`);
  for (let each = 1; each <= 12; each += 1)
    await writePost(editor, { slug: `in-${each}`, category: `category-${each}` });
  for (let each = 1; each <= 12; each += 1) {
    const list = expectShape(
      await reader.get('posts/news', { category: `category-${each}`, apiVer: 2 }),
      PostPageShape,
    );
    expect(slugsOf(list)).toEqual([`in-${each}`]);
  }
});

test('tag list names the tag; category takes precedence', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  await writePost(editor, { slug: 'tagged', tags: [{ label: '新着 情報' }] });
  await writePost(editor, { slug: 'filed', category: 'events' });
  const list = expectShape(await reader.get('posts/news', { tag: '新着 情報' }), PostPageShape);
  expect(slugsOf(list)).toEqual(['tagged']);
  expect(list.meta).toEqual({ tag: { tagId: expect.any(String), label: '新着 情報', serviceId: 'news' } });
  expect(list.items[0]).not.toHaveProperty('tags');
  expectHttpError(await reader.get('posts/news', { tag: 'nothing' }), 404, 'Tag does not exist');
  expectFieldErrors(await reader.get('posts/news', { tag: 'x'.repeat(129) }), 'tag');
  const both = expectShape(await reader.get('posts/news', { tag: 'nothing', category: 'events' }), PostPageShape);
  expect(slugsOf(both)).toEqual(['filed']);
});

test('GET posts/{service}/{slug} returns category, ordered ancestors and tags', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const ids = [];
  for (const [slug, parent] of [
    ['a', ''],
    ['b', 'a'],
    ['c', 'b'],
  ] as const)
    ids.push((await addCategory(editor, slug, parent)).id);
  await writePost(editor, { slug: 'deep', category: 'c', tags: [{ label: 'one' }] });
  const post = expectShape(await reader.get('posts/news/deep'), PublicPostShape);
  expect(post.category).toMatchObject({ id: ids[2], slug: 'c', label: 'Label of c' });
  expect(post.category?.parents?.map(({ slug }) => slug)).toEqual(['a', 'b']);
  expect(post.tags).toEqual([TagShape.parse({ ...post.tags?.[0], label: 'one' })]);
  await writePost(editor, { slug: 'shallow', category: 'a' });
  expect(expectShape(await reader.get('posts/news/shallow'), PublicPostShape).category).not.toHaveProperty('parents');
  expectHead(await reader.head('posts/news/deep'), 200);
});

test('post without a category has its tags', async () => {
  const { reader, as } = await openTestSite();
  await writePost(await as('editor'), { slug: 'plain', tags: [{ label: 'one' }] });
  const post = expectShape(await reader.get('posts/news/plain'), PublicPostShape);
  expect(post).not.toHaveProperty('category');
  expect(post.tags).toHaveLength(1);
});

test('invisible post returns 404 without its preview token', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const draft = await writePost(editor, { status: 'unpublish' });
  const reserved = await writePost(editor, { publishAt: '2027-01-01T00:00:00Z' });
  for (const { slug, previewToken } of [draft, reserved]) {
    expectHttpError(await reader.get(`posts/news/${slug}`), 404, 'Not Found');
    expectHead(await reader.head(`posts/news/${slug}`), 404);
    expectHttpError(await reader.get(`posts/news/${slug}`, { token: 'abcdef' }), 404, 'Not Found');
    expectFieldErrors(await reader.get(`posts/news/${slug}`, { token: 'no hex' }), 'token');
    expect(expectShape(await reader.get(`posts/news/${slug}`, { token: previewToken }), PublicPostShape).slug).toBe(
      slug,
    );
  }
  expectHttpError(await reader.get(`posts/news/${draft.slug}`, { token: reserved.previewToken }), 404, 'Not Found');
  expectHttpError(await reader.get('posts/news/nothing'), 404, 'Not Found');
});

test('hidden post is visible at its own URL', async () => {
  const { reader, as } = await openTestSite();
  const { slug } = await writePost(await as('editor'), { isHiddenInList: true });
  const post = expectShape(await reader.get(`posts/news/${slug}`), PublicPostShape);
  expect(post.statusPublishAt).toMatch(/^hidden#/);
});

test('reserved post becomes visible at the tick after its time', async () => {
  const { app, reader, as } = await openTestSite();
  await writePost(await as('editor'), { slug: 'soon', publishAt: '2026-11-21T05:07:00Z' });
  const seen = async (instant: string) => {
    app.clock.moveTo(instant);
    const { status } = await reader.get('posts/news/soon');
    return [status, slugsOf(expectShape(await reader.get('posts/news'), PostPageShape)).length];
  };
  expect(await seen('2026-11-21T05:08:00Z')).toEqual([404, 0]);
  expect(await seen('2026-11-21T05:10:00Z')).toEqual([200, 1]);
  const post = expectShape(await reader.get('posts/news/soon'), PublicPostShape);
  expect(post).toMatchObject({
    publishAt: '2026-11-21T05:07:00Z',
    statusPublishAt: expect.stringMatching(/^publish#/),
  });
});

test('body is returned as typed, sanitized HTML and text', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  for (const [bodyFormat, body, derived] of [
    ['html', '<p>Hello <b>you</b></p>', { bodyHtml: '<p>Hello <b>you</b></p>', bodyText: 'Hello you' }],
    ['markdown', 'Hello **you**', { bodyHtml: '<p>Hello <strong>you</strong></p>', bodyText: 'Hello you' }],
    [
      'text',
      'a <b>\nhttps://example.com/',
      {
        bodyHtml: expect.stringMatching(
          /^(?=.*a &(?:lt|#x3C);b(?:>|&gt;)<br>)(?=.*<a [^>]*href="https:\/\/example.com\/")/s,
        ),
        bodyText: 'a <b>\nhttps://example.com/',
      },
    ],
    [
      'json',
      '{"a":[1,"<b>"]}',
      {
        bodyHtml: expect.stringMatching(
          /^<pre[^>]*><code class="[^"]*language-json[^"]*">.*"&(?:lt|#x3C);b(?:>|&gt;)"/,
        ),
        bodyJson: { a: [1, '<b>'] },
      },
    ],
  ] as const) {
    const { slug } = await writePost(editor, { bodyFormat, body });
    const post = expectShape(await reader.get(`posts/news/${slug}`), PublicPostShape);
    const { bodyHtml = '', ...rest } = post;
    expect({ ...rest, bodyHtml: bodyHtml.trim() }, bodyFormat).toMatchObject({ bodyFormat, body, ...derived });
    expect('bodyJson' in post, bodyFormat).toBe(bodyFormat === 'json');
  }
});

test('scripts are removed from bodyHtml and kept in body', async () => {
  const { reader, as } = await openTestSite();
  const body = '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">y</a></p>';
  for (const bodyFormat of ['html', 'markdown', 'text', 'json']) {
    const typed = bodyFormat === 'json' ? JSON.stringify(body) : body;
    const { slug } = await writePost(await as('editor'), { bodyFormat, body: typed });
    const post = expectShape(await reader.get(`posts/news/${slug}`), PublicPostShape);
    expect(post.body).toBe(typed);
    expect(post.bodyHtml).not.toMatch(/<script|<[^>]*(?:onclick|javascript:)/i);
  }
});

test('invalid slug returns a field error', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  for (const slug of ['a.b', 'a%20b', '%E6%96%B0', 'x'.repeat(129)]) {
    expectFieldErrors(await reader.get(`posts/news/${slug}`), 'slug');
  }
  expectHttpError(await reader.get(`posts/news/${'x'.repeat(128)}`), 404, 'Not Found');
});

test('unknown service returns 404 everywhere', async () => {
  const { reader } = await openTestSite();
  for (const path of [
    'posts/nowhere',
    'posts/nowhere/note',
    'posts/nowhere/groups',
    'posts/nowhere/groups/picks',
    'categories/nowhere',
    'categories/nowhere/root',
    'categories/nowhere/root/children',
    'tags/nowhere',
    'tags/nowhere/one',
  ]) {
    expectHttpError(await reader.get(path), 404, 'ServiceId does not exist');
  }
});

test('responses never contain data of other services', async () => {
  const { app, reader, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const editor = await as('editor');
  await addCategory(editor, 'events');
  await writePost(editor, { slug: 'mine', category: 'events', tags: [{ label: 'one' }] });
  expect((await reader.get('posts/other')).body.items).toEqual([]);
  expect((await reader.get('tags/other')).body.items).toEqual([]);
  expectHttpError(await reader.get('posts/other/mine'), 404, 'Not Found');
  expect((await reader.get('categories/other/events')).status).toBe(404);
  expectHttpError(await reader.get('posts/other', { category: 'events' }), 404, 'Category does not exist');
  expectHttpError(await reader.get('posts/other', { tag: 'one' }), 404, 'Tag does not exist');
});
