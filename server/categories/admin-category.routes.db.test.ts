import { expect, test } from 'vitest';
import { type AdminCategory, adminCategoryApi } from '#contract/admin-categories.ts';
import { MAX_CATEGORIES, MAX_CATEGORY_DEPTH } from '#contract/categories.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

/** Tree: root ─ events ─ tokyo ─ shibuya; root ─ notes */
async function givenTree() {
  const app = await testApp();
  const editor = await givenUser(app);
  const create = (slug: string, parentCategorySlug?: string) =>
    editor.call(adminCategoryApi.create, { params, body: { slug, label: slug.toUpperCase(), parentCategorySlug } });
  const events = await create('events');
  const tokyo = await create('tokyo', 'events');
  const shibuya = await create('shibuya', 'tokyo');
  const notes = await create('notes');
  const list = async (slug: string) => {
    const children = await editor.call(adminCategoryApi.children, { params: { ...params, slug } });
    return children.map((child) => child.slug);
  };
  const post = (path: string, body: unknown) => editor.send('POST', `/api/admin/categories/news${path}`, { body });
  return { app, editor, create, list, post, events, tokyo, shibuya, notes };
}
const params = { serviceId: 'news' };

test('category is created below its parent, the root by default', async () => {
  const { create, editor, tokyo, shibuya } = await givenTree();
  expect(shibuya).toEqual({
    id: expect.any(Number),
    slug: 'shibuya',
    label: 'SHIBUYA',
    description: '',
    pictureId: null,
    serviceId: 'news',
    parentPath: `${tokyo.parentPath}#${tokyo.id}`,
    publishStatus: 'publish',
    revision: 1,
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: null,
  });
  for (const parentCategorySlug of ['', null, undefined, 'root']) {
    const slug = `top-${parentCategorySlug === '' ? 'empty' : parentCategorySlug}`;
    const body = { slug, label: ' Top ', description: ' What it is for\n', parentCategorySlug };
    const result = await editor.call(adminCategoryApi.create, { params, body });
    expect(result).toMatchObject({ label: 'Top', description: 'What it is for' });
    expect(result.parentPath).toMatch(/^\d+$/);
  }
  expect((await create('below', 'top-empty')).parentPath).toMatch(/^\d+#\d+$/);
});

const required = 'Input required';
const invalid = 'InvalidInput';
const empty = 'empty values not allowed';

const badCreations: [unknown, Record<string, string>][] = [
  [{}, { slug: required, label: required }],
  [
    { slug: '', label: '' },
    { slug: invalid, label: empty },
  ],
  [
    { slug: 'No_Such', label: ' \u3000' },
    { slug: invalid, label: empty },
  ],
  [
    { slug: 'x'.repeat(129), label: 'x'.repeat(201) },
    { slug: invalid, label: invalid },
  ],
  [
    { slug: 5, label: { a: 1 } },
    { slug: invalid, label: invalid },
  ],
  [{ slug: 'a', label: 'a\u0000' }, { label: invalid }],
  [{ slug: 'a', label: 'A', description: 'x'.repeat(1001) }, { description: invalid }],
  [{ slug: 'a', label: 'A', parentCategorySlug: 'No Such' }, { parent_category_slug: invalid }],
  [{ slug: 'a', label: 'A', parentCategorySlug: 7 }, { parent_category_slug: invalid }],
  [[], { body: invalid }],
];

test('invalid creation returns 400 with field errors', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  for (const [body, fields] of badCreations) {
    const { status, json } = await editor.send('POST', '/api/admin/categories/news', { body });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(json.message, JSON.stringify(body)).toBe('Validation Failed');
    const given = Object.fromEntries(
      json.errors.map((one: { field: string; message: string }) => [one.field, one.message]),
    );
    expect(given, JSON.stringify(body)).toEqual(fields);
  }
});

test('taken and reserved slugs are rejected and not free', async () => {
  const { editor, post } = await givenTree();
  const isFree = (slug: string) => editor.call(adminCategoryApi.isSlugFree, { params, query: { slug } });
  for (const slug of ['events', 'root']) {
    const { status, json } = await post('', { slug, label: 'A' });
    expect([status, json]).toEqual([
      400,
      { message: 'Slug already used', errors: [{ field: 'slug', message: 'Already in use' }] },
    ]);
    expect(await isFree(slug)).toBe(false);
  }
  for (const slug of ['slug', 'create']) {
    expect((await post('', { slug, label: 'A' })).json.message).toBe('This slug is not allowed');
    expect(await isFree(slug)).toBe(false);
  }
  expect(await isFree('osaka')).toBe(true);
  expect((await post('', { slug: 'children', label: 'A' })).status).toBe(200);
});

test('unknown parent is rejected', async () => {
  const { post } = await givenTree();
  const rejection = {
    message: 'parentCategorySlug not exists',
    errors: [{ field: 'parent_category_slug', message: 'InvalidInput' }],
  };
  expect((await post('', { slug: 'a', label: 'A', parentCategorySlug: 'none' })).json).toEqual(rejection);
  expect((await post('/notes', { label: 'A', parentCategorySlug: 'none' })).json).toEqual(rejection);
});

test('one of eight concurrent uses of a slug succeeds', async () => {
  const { post } = await givenTree();
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => post('', { slug: 'same', label: `By ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
});

test('list returns the root or the whole tree', async () => {
  const { editor } = await givenTree();
  const [root, ...more] = await editor.call(adminCategoryApi.list, { params });
  expect(root).toMatchObject({ slug: 'root', parentPath: '0', description: '' });
  expect([more, root?.children]).toEqual([[], undefined]);
  const [tree] = await editor.call(adminCategoryApi.list, { params, query: { withChildren: '1' } });
  expect(tree?.children?.map(({ slug }) => slug)).toEqual(['events', 'notes']);
  expect(tree?.children?.[0]?.children?.[0]?.children?.[0]).toMatchObject({ slug: 'shibuya', children: [] });
});

test('category has its ancestors, descendants and service', async () => {
  const { editor, events, tokyo, shibuya } = await givenTree();
  const found = await editor.call(adminCategoryApi.find, { params: { ...params, slug: 'tokyo' } });
  expect(found).toMatchObject({ ...tokyo, parents: [events], children: [shibuya] });
  expect(found.service.configs).toEqual(defaultServiceConfigs);
  const top = await editor.call(adminCategoryApi.find, { params: { ...params, slug: 'events' } });
  expect(top.children.map(({ slug }) => slug)).toEqual(['tokyo', 'shibuya']);
  expect(top.parents).toEqual([]);
  const missing = await editor.send('GET', '/api/admin/categories/news/none');
  expect([missing.status, missing.json]).toEqual([404, { message: 'Category does not exist' }]);
  expect((await editor.send('HEAD', '/api/admin/categories/news/none')).status).toBe(404);
  expect((await editor.send('HEAD', '/api/admin/categories/news/tokyo')).status).toBe(200);
});

test('update changes given fields only', async () => {
  const { post } = await givenTree();
  const first = await post('/notes', { label: ' Notebook ', description: 'All sorts', parentCategorySlug: '' });
  expect(first.json).toMatchObject({ slug: 'notes', label: 'Notebook', description: 'All sorts' });
  expect(first.json).toMatchObject({ updatedAt: '2026-11-21T04:43:00Z', service: { serviceId: 'news' } });
  const second = await post('/notes', { slug: 'notes', label: null, parentCategorySlug: '' });
  expect(second.status).toBe(400);
  const third = await post('/notes', { slug: 'notes', description: null, parentCategorySlug: '' });
  expect(third.json).toMatchObject({ label: 'Notebook', description: 'All sorts' });
  expect((await post('/notes', { description: '' })).json.description).toBe('');
});

test('slug change is rejected', async () => {
  const { post } = await givenTree();
  const { json } = await post('/notes', { slug: 'other', label: 'A' });
  expect(json.errors).toEqual([{ field: 'slug', message: 'InvalidInput' }]);
  expect((await post('/none', { label: 'A' })).status).toBe(404);
});

test('category moves with its subcategories to the last position', async () => {
  const { post, create, list, notes, tokyo, shibuya, editor } = await givenTree();
  await create('osaka', 'notes');
  const moved = await post('/tokyo', { label: 'TOKYO', parentCategorySlug: 'notes' });
  expect(moved.json.parentPath).toBe(`${notes.parentPath}#${notes.id}`);
  expect(await list('notes')).toEqual(['osaka', 'tokyo']);
  expect(await list('events')).toEqual([]);
  const below = await editor.call(adminCategoryApi.find, { params: { ...params, slug: 'shibuya' } });
  expect(below.parentPath).toBe(`${notes.parentPath}#${notes.id}#${tokyo.id}`);
  expect(below.parents.map(({ slug }) => slug)).toEqual(['notes', 'tokyo']);
  expect(below.id).toBe(shibuya.id);
  // Without a parent in the request it stays.
  expect((await post('/tokyo', { label: 'Tokyo' })).json.parentPath).toBe(moved.json.parentPath);
  expect((await post('/tokyo', { label: 'Tokyo', position: 0 })).json.parentPath).toBe(moved.json.parentPath);
  expect(await list('notes')).toEqual(['tokyo', 'osaka']);
  await post('/tokyo', { parentCategorySlug: null });
  expect(await list('root')).toEqual(['events', 'notes', 'tokyo']);
  // With the same parent it keeps its position.
  await post('/events', { label: 'EVENTS', parentCategorySlug: 'root' });
  expect(await list('root')).toEqual(['events', 'notes', 'tokyo']);
});

test('move updates post lists and marks static files', async () => {
  const { app, post, notes, tokyo } = await givenTree();
  const { postId } = await givenPost(app, { category: 'shibuya', slug: 'crossing' });
  await app.database.writer
    .updateTable('staticFiles')
    .set({ dueAt: null, writtenAt: '2026-11-21T04:43:00Z' })
    .execute();
  await post('/tokyo', { label: 'TOKYO', parentCategorySlug: 'notes' });
  const { json } = await app.get('/api/posts/news?category=notes');
  expect(json.items.map((one: { slug: string }) => one.slug)).toEqual(['crossing']);
  expect((await app.get('/api/posts/news?category=events')).json.items).toEqual([]);
  const found = (await app.get('/api/posts/news/crossing')).json;
  expect(found.categoryPath).toMatch(new RegExp(`#${notes.id}#${tokyo.id}#`));
  const file = await app.database.reader.selectFrom('staticFiles').selectAll().executeTakeFirstOrThrow();
  expect(file).toMatchObject({ postId, dueAt: expect.stringMatching(/^2026-11-21T04:4\d:/) });
});

test('category cannot move below itself', async () => {
  const { post } = await givenTree();
  expect((await post('/events', { label: 'E', parentCategorySlug: 'events' })).json.message).toBe(
    'parentCategorySlug must have a different value from slug',
  );
  for (const parentCategorySlug of ['tokyo', 'shibuya']) {
    const { status, json } = await post('/events', { label: 'E', parentCategorySlug });
    expect([status, json.message]).toEqual([400, 'parentCategorySlug is below the category']);
  }
});

test('ids with a common prefix are not confused in paths', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const create = (slug: string, parentCategorySlug?: string) =>
    editor.call(adminCategoryApi.create, { params, body: { slug, label: slug, parentCategorySlug } });
  const result: AdminCategory[] = [];
  for (let number = 2; number <= 23; number += 1) result.push(await create(`c-${number}`));
  const one = result.find(({ id }) =>
    result.some((other) => String(other.id).startsWith(String(id)) && other.id !== id),
  );
  const other = result.find(({ id }) => one && String(id).startsWith(String(one.id)) && id !== one.id);
  if (!one || !other) throw new Error('No id begins like another');
  await create('below-one', one.slug);
  await create('below-other', other.slug);
  const find = async (slug: string) => editor.call(adminCategoryApi.find, { params: { ...params, slug } });
  expect((await find(one.slug)).children.map(({ slug }) => slug)).toEqual(['below-one']);
  const target = result.find((candidate) => candidate !== one && candidate !== other);
  const body = { label: 'moved', parentCategorySlug: target?.slug };
  await editor.call(adminCategoryApi.update, { params: { ...params, slug: one.slug }, body });
  expect((await find('below-other')).parents.map(({ slug }) => slug)).toEqual([other.slug]);
  expect((await find('below-one')).parents.map(({ slug }) => slug)).toEqual([target?.slug, one.slug]);
});

test('root category cannot be changed or deleted', async () => {
  const { post, editor } = await givenTree();
  const rejection = { message: 'The root category stays as it is' };
  expect((await post('/root', { label: 'Top' })).json).toEqual(rejection);
  expect((await post('/root', { parentCategorySlug: 'events' })).json).toEqual(rejection);
  const deleted = await editor.send('DELETE', '/api/admin/categories/news/root');
  expect([deleted.status, deleted.json]).toEqual([400, rejection]);
});

test('category with children or posts cannot be deleted', async () => {
  const { app, editor, list } = await givenTree();
  const remove = (slug: string) => editor.send('DELETE', `/api/admin/categories/news/${slug}`);
  const children = 'Disabled to delete category having children';
  const posts = 'Disabled to delete category related to posts';
  const ofChildren = { field: 'children', message: children };
  const ofPosts = { field: 'posts', message: posts };
  expect((await remove('events')).json).toEqual({ message: children, errors: [ofChildren] });
  await givenPost(app, { category: 'events', status: 'draft' });
  await givenPost(app, { category: 'notes', status: 'draft' });
  expect((await remove('events')).json).toEqual({ message: children, errors: [ofChildren, ofPosts] });
  expect((await remove('notes')).json).toEqual({ message: posts, errors: [ofPosts] });
  expect((await remove('shibuya')).json).toBe(null);
  expect(await list('tokyo')).toEqual([]);
  expect((await remove('shibuya')).status).toBe(404);
});

test('reorders all children at once', async () => {
  const { app, create, list, post, events, notes } = await givenTree();
  const osaka = await create('osaka');
  const sortedIds = [osaka.id, events.id, notes.id];
  const { json } = await post('/root/children', { sortedIds });
  expect(json.map(({ slug, orderNo }: { slug: string; orderNo: number }) => [slug, orderNo])).toEqual([
    ['osaka', 1],
    ['events', 2],
    ['notes', 3],
  ]);
  await create('kyoto');
  expect(await list('root')).toEqual(['osaka', 'events', 'notes', 'kyoto']);
  const flat = (await app.get('/api/categories/news?isList=1')).json.map(({ slug }: { slug: string }) => slug);
  expect(flat).toEqual(['root', 'osaka', 'events', 'notes', 'kyoto', 'tokyo', 'shibuya']);
  const menu = (await app.get('/api/categories/news/root?withChildren=1')).json.children;
  expect(menu.map(({ slug }: { slug: string }) => slug)).toEqual(['osaka', 'events', 'notes', 'kyoto']);
});

test('category takes a given position among its siblings', async () => {
  const { post, list } = await givenTree();
  await post('', { slug: 'osaka', label: 'Osaka', position: 1 });
  expect(await list('root')).toEqual(['events', 'osaka', 'notes']);
  await post('', { slug: 'first', label: 'First', parentCategorySlug: 'events', position: 0 });
  expect(await list('events')).toEqual(['first', 'tokyo']);
  const moved = await post('/notes', { position: 0 });
  expect(moved.json).toMatchObject({ slug: 'notes', orderNo: 1 });
  expect(await list('root')).toEqual(['notes', 'events', 'osaka']);
  await post('/osaka', { parentCategorySlug: 'events', position: 1 });
  expect(await list('events')).toEqual(['first', 'osaka', 'tokyo']);
  // Positions beyond the end count as last.
  await post('/notes', { position: 400 });
  expect(await list('root')).toEqual(['events', 'notes']);
  for (const position of [-1, 1.5, '0', null, 1e9]) {
    const { status, json } = await post('/notes', { position });
    expect([status, json.errors], String(position)).toMatchObject([400, [{ field: 'position', message: invalid }]]);
  }
});

test('order made from an older one is rejected', async () => {
  const { post, create, list, events, notes } = await givenTree();
  const first = [events.id, notes.id];
  const second = first.toReversed();
  const reorder = (sortedIds: number[], formerIds?: number[]) => post('/root/children', { sortedIds, formerIds });
  expect((await reorder(second, first)).status).toBe(200);
  const late = await reorder(first, first);
  expect([late.status, late.json.message]).toEqual([409, 'Changed by somebody else']);
  expect(late.json.current).toMatchObject([{ id: notes.id }, { id: events.id }]);
  const { id } = await create('osaka');
  expect((await reorder(first, second)).status).toBe(409);
  expect(await list('root')).toEqual(['notes', 'events', 'osaka']);
  expect((await reorder([id, ...first])).status).toBe(200);
  expect((await reorder([id, ...second], [id, ...first])).status).toBe(200);
});

test('move among siblings in an older order is rejected', async () => {
  const { post, create, list, events, notes, tokyo } = await givenTree();
  const { id } = await create('osaka');
  const read = [events.id, notes.id, id];
  expect((await post('/osaka', { position: 0, formerSiblingIds: read })).status).toBe(200);
  const late = await post('/osaka', { position: 1, formerSiblingIds: read });
  expect([late.status, late.json]).toMatchObject([409, { message: 'Changed by somebody else', current: { id } }]);
  expect((await post('/tokyo', { parentCategorySlug: '', position: 0, formerSiblingIds: read })).status).toBe(409);
  expect(await list('root')).toEqual(['osaka', 'events', 'notes']);
  expect(await list('events')).toEqual(['tokyo']);
  const below = { parentCategorySlug: 'events', position: 0, formerSiblingIds: [tokyo.id] };
  expect((await post('/osaka', below)).status).toBe(200);
  expect(await list('events')).toEqual(['osaka', 'tokyo']);
  expect((await post('/osaka', { formerSiblingIds: [id, tokyo.id] })).json.message).toBe('Data is empty');
});

test("reorder with other ids than the children's is rejected", async () => {
  const { post, events, notes, tokyo } = await givenTree();
  const bad = [
    [],
    [events.id],
    [events.id, events.id],
    [events.id, tokyo.id],
    [events.id, notes.id, notes.id],
    [1e12, -1],
  ];
  for (const sortedIds of bad) {
    const { status, json } = await post('/root/children', { sortedIds });
    expect([status, json.message], String(sortedIds)).toEqual([400, 'ids are invalid']);
  }
  for (const sortedIds of ['1', [1.5], ['a'], [null], {}]) {
    expect((await post('/root/children', { sortedIds })).json.errors).toMatchObject([
      { field: 'sorted_ids', message: invalid },
    ]);
  }
  expect((await post('/shibuya/children', { sortedIds: [] })).json).toEqual([]);
  expect((await post('/none/children', { sortedIds: [] })).status).toBe(404);
});

test('create and move respect the maximum depth', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const post = (path: string, body: unknown) => editor.send('POST', `/api/admin/categories/news${path}`, { body });
  for (let level = 1; level <= MAX_CATEGORY_DEPTH; level += 1) {
    const { status } = await post('', {
      slug: `l-${level}`,
      label: 'L',
      parentCategorySlug: level > 1 ? `l-${level - 1}` : '',
    });
    expect(status).toBe(200);
  }
  const rejection = { message: 'Too many levels of categories' };
  const deeper = { label: 'L', parentCategorySlug: `l-${MAX_CATEGORY_DEPTH}` };
  expect((await post('', { ...deeper, slug: 'one-more' })).json).toMatchObject(rejection);
  await post('', { slug: 'pair', label: 'P' });
  await post('', { slug: 'child', label: 'C', parentCategorySlug: 'pair' });
  expect((await post('/pair', { ...deeper, parentCategorySlug: `l-${MAX_CATEGORY_DEPTH - 1}` })).json).toMatchObject(
    rejection,
  );
  expect((await post('/pair', { ...deeper, parentCategorySlug: `l-${MAX_CATEGORY_DEPTH - 2}` })).status).toBe(200);
  const { json } = await app.get(`/api/categories/news/child?withParents=1`);
  expect(json.parents).toHaveLength(MAX_CATEGORY_DEPTH - 1);
});

test('rejects categories beyond the maximum', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const rows = Array.from({ length: MAX_CATEGORIES - 2 }, (_, index) => ({
    ...{ serviceId: 'news', slug: `c-${index}`, label: 'C', parentId: null, parentPath: '1', orderNo: null },
    ...{ createdAt: '2026-11-21T04:43:00Z', updatedAt: null },
  }));
  await app.database.writer.insertInto('categories').values(rows).execute();
  const create = (slug: string) => editor.send('POST', '/api/admin/categories/news', { body: { slug, label: 'L' } });
  expect((await create('last')).status).toBe(200);
  expect((await create('one-more')).json).toEqual({ message: 'Too many categories' });
});

test('every write raises the service revision', async () => {
  const { app, editor, post } = await givenTree();
  const revision = async () =>
    (
      await app.database.reader
        .selectFrom('services')
        .select('revision')
        .where('serviceId', '=', 'news')
        .executeTakeFirst()
    )?.revision ?? 0;
  const writes = [
    () => post('', { slug: 'osaka', label: 'OSAKA' }),
    () => post('/osaka', { label: 'Osaka' }),
    () => post('/shibuya/children', { sortedIds: [] }),
    () => editor.send('DELETE', '/api/admin/categories/news/osaka'),
  ];
  for (const write of writes) {
    const before = await revision();
    expect((await write()).status).toBe(200);
    expect(await revision()).toBeGreaterThan(before);
  }
});
