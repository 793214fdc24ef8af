import { expect, test } from 'vitest';
import { givenPost, givenService } from '#testing/given.ts';
import { expectHead, expectHttpError, expectNothing, expectShape } from './expectations.ts';
import { PostPageShape, PublicPostShape, RawPostShape, ServiceShape } from './shapes.ts';
import { openTestSite, writePost } from './test-site.ts';

test('trailing slash is tolerated', async () => {
  const { app, reader, as } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  expectShape(await reader.get('posts/news/'), PostPageShape);
  const editor = await as('editor');
  const { slug } = await writePost(editor);
  expectShape(await reader.get(`posts/news/${slug}/`), PublicPostShape);
  expectShape(await editor.post(`admin/posts/news/${slug}/`, { title: 'Other' }), RawPostShape);
  expectNothing(await editor.delete(`admin/posts/news/${slug}/`));
});

test('HEAD returns the headers of GET without a body', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  const got = await reader.get('posts/news');
  const head = await reader.head('posts/news');
  expectHead(head, 200);
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
  expectHead(await reader.head('posts/news/nothing'), 404);
});

test('responses are JSON with nosniff', async () => {
  const { reader } = await openTestSite();
  for (const reply of [await reader.get('posts/nowhere'), await reader.get('services')]) {
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test("CORS allows the client's requests from any origin", async () => {
  const { reader } = await openTestSite();
  const requested = [
    'x-requested-with',
    'x-http-method-override',
    'content-type',
    'cache-control',
    'accept',
    'authorization',
  ];
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    const preflight = await reader.send('admin/posts/news', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://client.example',
        'access-control-request-method': method,
        'access-control-request-headers': [...requested, 'time-zone'].join(),
      },
    });
    expect(preflight.status).toBeLessThan(300);
    const listed = (name: string) => (preflight.headers.get(name) ?? '').toLowerCase().split(/,\s*/);
    expect(listed('access-control-allow-headers')).toEqual(expect.arrayContaining([...requested, 'time-zone']));
    expect(listed('access-control-allow-methods')).toContain(method.toLowerCase());
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  }
  const reply = await reader.send('posts/nowhere', { headers: { origin: 'https://client.example' } });
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
});

test('query is decoded as axios encodes it', async () => {
  const { app, reader } = await openTestSite();
  const label = 'Tokyo: [new], $5 + 新着';
  await givenPost(app, { tags: [label] });
  const { items } = expectShape(await reader.get('posts/news', { tag: label }), PostPageShape);
  expect(items).toHaveLength(1);
});

test('query booleans accept 1 and true only', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  for (const [value, isYes] of [
    ['1', true],
    ['true', true],
    ['TRUE', true],
    ['0', false],
    ['false', false],
    ['yes', false],
    ['', false],
  ] as const) {
    const { status, body } = await reader.get('categories/news', { isList: value });
    expect(status, value).toBe(200);
    expect('children' in body[0], value).toBe(!isYes);
  }
});

test('body booleans accept 1 and true in any case', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  for (const value of [true, 'true', 'True', 1, '1']) {
    const { isHiddenInList } = await writePost(editor, { isHiddenInList: value });
    expect(isHiddenInList, JSON.stringify(value)).toBe(true);
  }
});

test('body booleans read 0, no and false as false', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  for (const value of [false, 'false', 0, '0', 'no']) {
    const { isHiddenInList } = await writePost(editor, { isHiddenInList: value });
    expect(isHiddenInList, JSON.stringify(value)).toBe(false);
  }
});

test('instants are stored in UTC with whole seconds', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  for (const [sent, stored] of [
    ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'],
    ['2026-11-20T18:00:00+09:00', '2026-11-20T09:00:00Z'],
    ['2026-11-19T23:30:00-09:30', '2026-11-20T09:00:00Z'],
    ['2026-11-20T09:00:00.999Z', '2026-11-20T09:00:00Z'],
  ]) {
    expect((await writePost(editor, { publishAt: sent })).publishAt, sent).toBe(stored);
  }
});

test('ids are 26 lowercase letters and digits, category ids numbers', async () => {
  const { reader, as } = await openTestSite();
  const { postId } = await writePost(await as('editor'), { tags: [{ label: 'one' }] });
  expect(postId).toMatch(/^[0-9a-z]{26}$/);
  const [tag] = (await reader.get('tags/news')).body.items;
  expect(tag.tagId).toMatch(/^[0-9a-z]{26}$/);
  const [root] = (await reader.get('categories/news', { isList: 1 })).body;
  expect(root.id).toEqual(expect.any(Number));
});

test('unknown path returns 404 as JSON', async () => {
  const { reader } = await openTestSite();
  for (const path of ['', 'nonsense', 'posts', 'admin', 'site_config/theme']) {
    expectHttpError(await reader.get(path), 404, 'Not Found');
  }
});

test('unknown body fields are ignored', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const post = await writePost(editor, { serviceId: 'elsewhere', statusPublishAt: 'publish#None', extra: { a: 1 } });
  expect(post.serviceId).toBe('news');
  const admin = await as('admin');
  const [service] = (await admin.get('admin/services')).body;
  expect(ServiceShape.parse(service).serviceId).toBe('news');
});
