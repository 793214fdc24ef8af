import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { MAX_TAGS } from '#contract/tags.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const NO_TAG = '01hzx3v9d0q8e7m2k4n6p8r1st';

const params = { serviceId: 'news' };

async function givenEditor() {
  const app = await testApp();
  const editor = await givenUser(app);
  const create = (label: string) => editor.call(adminTagApi.create, { params, body: { label } });
  const list = async (query = {}) => {
    const tags = await editor.call(adminTagApi.list, { params, query });
    return tags.map(({ label, postCount }) => [label, postCount]);
  };
  const post = (path: string, body: unknown) => editor.send('POST', `/api/admin/tags/news${path}`, { body });
  return { app, editor, create, list, post };
}

async function slugsOf({ get }: TestApp, label: string): Promise<string[]> {
  const { json } = await get(`/api/posts/news?tag=${encodeURIComponent(label)}`);
  return json.items.map(({ slug }: { slug: string }) => slug);
}

const limit = { rule: 'atMost', count: 128, of: 'characters' };
const badTags: [body: unknown, field: string, message: string, more?: object][] = [
  [{}, 'label', 'Input required'],
  [{ label: '' }, 'label', 'empty values not allowed'],
  [{ label: ' \u3000\n' }, 'label', 'empty values not allowed'],
  [{ label: 'x'.repeat(129) }, 'label', 'InvalidInput', { limit }],
  [{ label: 'tokyo, osaka' }, 'label', 'Commas are not allowed'],
  [{ label: '東京、大阪' }, 'label', 'Commas are not allowed'],
  [{ label: '東京，大阪' }, 'label', 'Commas are not allowed'],
  [{ label: 'a\u0000' }, 'label', 'InvalidInput'],
  [{ label: '\ud800' }, 'label', 'InvalidInput'],
  [{ label: '.' }, 'label', 'InvalidInput'],
  [{ label: ' .. ' }, 'label', 'InvalidInput'],
  [{ label: 5 }, 'label', 'InvalidInput'],
  [[], 'body', 'InvalidInput'],
];

test('invalid tag returns 400 with a field error', async () => {
  const { post, create } = await givenEditor();
  const { tagId } = await create('tokyo');
  for (const [body, field, message, more] of badTags) {
    for (const path of ['', `/${tagId}`]) {
      const { status, json } = await post(path, body);
      expect([status, json], JSON.stringify(body)).toEqual([
        400,
        { message: 'Validation Failed', errors: [{ field, message, ...more }] },
      ]);
    }
  }
});

test('existing tag with a comma stays and can be renamed', async () => {
  const { app, editor, post, list } = await givenEditor();
  const { postId, revision } = await givenPost(app, { slug: 'walk', tags: ['tokyo, osaka'] });
  const save = (labels: string[]) => {
    const body = { revision, tags: labels.map((label) => ({ label })) };
    return editor.send('POST', `/api/admin/posts/news/${postId}`, { body });
  };
  const rejected = await save(['ink', 'tokyo, osaka', 'kyoto, nara']);
  expect(rejected.json).toEqual({
    message: 'Validation Failed',
    errors: [{ field: 'label', message: 'Commas are not allowed', path: 'tags[2].label' }],
  });
  expect((await save(['ink', 'tokyo, osaka'])).status).toBe(200);
  expect(await list()).toEqual([
    ['ink', 1],
    ['tokyo, osaka', 1],
  ]);
  const { json } = await app.get(`/api/tags/news/${encodeURIComponent('tokyo, osaka')}`);
  expect((await post(`/${json.tagId}`, { label: 'tokyo' })).json).toMatchObject({ label: 'tokyo', postCount: 1 });
});

test('labels are normalized and unique', async () => {
  const { app, create, post, list } = await givenEditor();
  const created = await create('  Cafe\u0301 ガイド\n');
  expect(created).toEqual({
    tagId: expect.stringMatching(/^[0-9a-z]{26}$/),
    label: 'Caf\u00e9 ガイド',
    serviceId: 'news',
    createdAt: '2026-11-21T04:43:00Z',
    postCount: 0,
    revision: 1,
  });
  const again = await post('', { label: 'Caf\u00e9 カ\u3099イト\u3099' });
  expect(again.status).toBe(400);
  expect(again.json).toMatchObject({
    message: 'Label already used',
    errors: [{ field: 'label', message: 'Already in use' }],
    current: { tagId: created.tagId, label: created.label },
  });
  expect(await list()).toHaveLength(1);
  const found = await app.get(`/api/tags/news/${encodeURIComponent('Cafe\u0301 カ\u3099イト\u3099')}`);
  expect(found.json.tagId).toBe(created.tagId);
});

test('save finds existing tags by normalized label', async () => {
  const { app, editor, list } = await givenEditor();
  const body = { slug: 'a', title: 'A', bodyFormat: 'markdown' as const, status: 'publish' };
  const tags = [{ label: ' cafe\u0301' }, { label: 'caf\u00e9 ' }];
  await editor.call(adminPostApi.create, { params, body: { ...body, tags } });
  expect(await list()).toEqual([['caf\u00e9', 1]]);
  expect(await slugsOf(app, 'cafe\u0301')).toEqual(['a']);
});

test('one of eight concurrent creations of a tag succeeds', async () => {
  const { post } = await givenEditor();
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('', { label: 'same' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
});

test('tags are listed by label with post counts', async () => {
  const { app, create, list } = await givenEditor();
  await create('unused');
  await givenPost(app, { tags: ['tokyo', 'music'] });
  await givenPost(app, { tags: ['tokyo', '東京'], status: 'draft' });
  await givenPost(app, { serviceId: 'other', tags: ['tokyo', 'foreign'] });
  expect(await list()).toEqual([
    ['music', 1],
    ['tokyo', 2],
    ['unused', 0],
    ['東京', 1],
  ]);
  expect(await list({ count: 2, after: 'music' })).toEqual([
    ['tokyo', 2],
    ['unused', 0],
  ]);
  expect(await list({ order: 'desc', count: 1 })).toEqual([['東京', 1]]);
  expect(await list({ order: 'desc', after: 'tokyo' })).toEqual([['music', 1]]);
});

test('tags are searched by part of the label and paged', async () => {
  const { create, list } = await givenEditor();
  for (const label of ['Ink', 'ink stone', 'Pink', 'paper', '和紙', '100%', 'a_b', 'É']) await create(label);
  expect((await list({ contains: 'INK' })).map(([label]) => label)).toEqual(['Ink', 'Pink', 'ink stone']);
  expect((await list({ contains: '紙' })).map(([label]) => label)).toEqual(['和紙']);
  expect((await list({ contains: '%' })).map(([label]) => label)).toEqual(['100%']);
  expect((await list({ contains: '_' })).map(([label]) => label)).toEqual(['a_b']);
  expect((await list({ contains: 'É' })).map(([label]) => label)).toEqual(['É']);
  expect(await list({ contains: 'nowhere' })).toEqual([]);
  expect((await list({ contains: ' ' })).length).toBe(8);
  expect((await list({ contains: 'ink', after: 'Ink', count: 1 })).map(([label]) => label)).toEqual(['Pink']);
});

test('renamed tag keeps its posts and frees its label', async () => {
  const { app, editor, create, post } = await givenEditor();
  await givenPost(app, { slug: 'a', tags: ['tokio'] });
  const [tag] = await editor.call(adminTagApi.list, { params });
  const { json } = await post(`/${tag?.tagId}`, { label: ' 東京 ' });
  expect(json).toEqual({ ...tag, label: '東京', postCount: 1, revision: 2 });
  expect(await slugsOf(app, '東京')).toEqual(['a']);
  expect((await app.get('/api/tags/news/tokio')).status).toBe(404);
  expect((await post(`/${tag?.tagId}`, { label: '東京' })).status).toBe(200);
  await create('tokio');
});

test('rename to a taken label is rejected with that tag', async () => {
  const { create, post } = await givenEditor();
  const [tokyo, tokio] = [await create('tokyo'), await create('tokio')];
  const { status, json } = await post(`/${tokio.tagId}`, { label: 'tokyo' });
  expect(status).toBe(400);
  expect(json).toEqual({
    message: 'Label already used',
    errors: [{ field: 'label', message: 'Already in use' }],
    current: { tagId: tokyo.tagId, label: 'tokyo', serviceId: 'news' },
  });
});

test('merge moves posts to the other tag', async () => {
  const { app, editor, list } = await givenEditor();
  await givenPost(app, { slug: 'both', tags: ['tokio', 'tokyo', 'music'] });
  await givenPost(app, { slug: 'one', tags: ['tokio'] });
  await givenPost(app, { slug: 'other', tags: ['tokyo'] });
  await givenPost(app, { slug: 'draft', tags: ['tokio'], status: 'draft' });
  const tags = new Map((await editor.call(adminTagApi.list, { params })).map(({ label, tagId }) => [label, tagId]));
  const into = tags.get('tokyo') ?? '';
  const merged = await editor.call(adminTagApi.merge, {
    params: { ...params, tagId: tags.get('tokio') ?? '' },
    body: { into },
  });
  expect(merged).toMatchObject({ tagId: into, label: 'tokyo', postCount: 4 });
  expect(await list()).toEqual([
    ['music', 1],
    ['tokyo', 4],
  ]);
  expect((await slugsOf(app, 'tokyo')).toSorted()).toEqual(['both', 'one', 'other']);
  const both = await editor.call(adminPostApi.find, { params: { ...params, idOrSlug: 'both' } });
  expect(both.tags.map(({ label }) => label)).toEqual(['music', 'tokyo']);
  const again = await editor.send('POST', `/api/admin/tags/news/${tags.get('tokio')}/merge`, { body: { into } });
  expect([again.status, again.json]).toEqual([404, { message: 'Tag does not exist' }]);
});

test('merge does not exceed the maximum tags per post', async () => {
  const { app, editor } = await givenEditor();
  const labels = Array.from({ length: MAX_TAGS }, (_, index) => `t-${index}`);
  await givenPost(app, { slug: 'full', tags: labels });
  await givenPost(app, { slug: 'other', tags: ['into'] });
  const tags = new Map((await editor.call(adminTagApi.list, { params })).map(({ label, tagId }) => [label, tagId]));
  const merge = (from: string, into: string) =>
    editor.call(adminTagApi.merge, {
      params: { ...params, tagId: tags.get(from) ?? '' },
      body: { into: tags.get(into) ?? '' },
    });
  const count = async () =>
    (await editor.call(adminPostApi.find, { params: { ...params, idOrSlug: 'full' } })).tags.length;
  await merge('t-0', 'into');
  expect(await count()).toBe(MAX_TAGS);
  await merge('t-1', 't-2');
  expect(await count()).toBe(MAX_TAGS - 1);
});

test('merge requires another tag of the same service', async () => {
  const { app, create, post } = await givenEditor();
  const { tagId } = await create('tokyo');
  await givenPost(app, { serviceId: 'other', tags: ['foreign'] });
  const foreign = (await app.get('/api/tags/other/foreign')).json.tagId;
  for (const into of [tagId, foreign, NO_TAG]) {
    const { status, json } = await post(`/${tagId}/merge`, { into });
    expect([status, json.errors], into).toEqual([400, [{ field: 'into', message: 'InvalidInput' }]]);
  }
  expect((await post(`/${tagId}/merge`, { into: 'x' })).status).toBe(400);
});

test('deleted tag is removed from its posts', async () => {
  const { app, editor, list } = await givenEditor();
  await givenPost(app, { slug: 'a', tags: ['tokyo', 'music'] });
  const { tagId } = (await app.get('/api/tags/news/tokyo')).json;
  const url = `/api/admin/tags/news/${tagId}`;
  const first = await editor.send('DELETE', url);
  expect([first.status, first.json]).toEqual([200, null]);
  expect(await list()).toEqual([['music', 1]]);
  expect((await app.get('/api/posts/news/a')).json.tags.map(({ label }: { label: string }) => label)).toEqual([
    'music',
  ]);
  expect((await app.get('/api/posts/news?tag=tokyo')).json).toEqual({ message: 'Tag does not exist' });
  expect((await editor.send('DELETE', url)).status).toBe(404);
});

test('every write raises the service revision', async () => {
  const { app, editor, create, post } = await givenEditor();
  const [one, other] = [await create('one'), await create('other')];
  const revision = async () => {
    const query = app.database.reader.selectFrom('services').select('revision').where('serviceId', '=', 'news');
    return (await query.executeTakeFirstOrThrow()).revision;
  };
  const writes = [
    () => post('', { label: 'new' }),
    () => post(`/${one.tagId}`, { label: 'renamed' }),
    () => post(`/${one.tagId}/merge`, { into: other.tagId }),
    () => editor.send('DELETE', `/api/admin/tags/news/${other.tagId}`),
  ];
  for (const write of writes) {
    const before = await revision();
    expect((await write()).status).toBe(200);
    expect(await revision()).toBeGreaterThan(before);
  }
});
