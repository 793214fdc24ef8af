import { expect, test } from 'vitest';
import { categoryApi } from '#contract/categories.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenService } from '#testing/given.ts';

/** Tree: root ─ events ─ tokyo ─ shibuya; root ─ notes */
async function givenTree(app: TestApp) {
  const add = (slug: string, parent?: string) =>
    givenCategory(app, { serviceId: 'news', slug, label: slug.toUpperCase(), ...(parent && { parent }) });
  await add('events');
  await add('tokyo', 'events');
  await add('shibuya', 'tokyo');
  await add('notes');
}

const params = (slug: string) => ({ params: { serviceId: 'news', slug } });

test('unknown category returns 404', async () => {
  const { get, ...given } = await testApp();
  await givenService(given, { serviceId: 'news' });
  expect((await get('/api/categories/news/none')).json).toEqual({ message: 'Category does not exist' });
  expect((await get('/api/categories/news/none/children')).status).toBe(404);
});

test('categories are returned as a tree or flat list', async () => {
  const app = await testApp();
  await givenTree(app);
  const [root] = (await app.get('/api/categories/news')).json;
  expect(root.slug).toBe('root');
  expect(root.children.map(({ slug }: { slug: string }) => slug)).toEqual(['events', 'notes']);
  expect(root.children[0].children[0].children[0].slug).toBe('shibuya');
  const flat = (await app.get('/api/categories/news?isList=1')).json;
  expect(flat.map(({ slug }: { slug: string }) => slug)).toEqual(['root', 'events', 'notes', 'tokyo', 'shibuya']);
  expect(flat[0].parentPath).toBe('0');
});

test('version 1 adds parents and nested children', async () => {
  const app = await testApp();
  await givenTree(app);
  const shibuya = await app.call(categoryApi.find, { ...params('shibuya'), query: { withParents: '1' } });
  expect(shibuya.parents?.map(({ slug }) => slug)).toEqual(['events', 'tokyo']);
  expect(shibuya).not.toHaveProperty('parentPath');
  const menu = await app.get('/api/categories/news/root?withChildren=1');
  expect(menu.json.children[0].children[0].slug).toBe('tokyo');
});

test('version 2 adds the requested scope of the subtree', async () => {
  const app = await testApp();
  await givenTree(app);
  const slugs = async (subScope: string) => {
    const { json } = await app.get(`/api/categories/news/events?apiVer=2&subScope=${subScope}`);
    return json.children.map(({ slug, parentPath }: { slug: string; parentPath: string }) => {
      expect(parentPath).toMatch(/^\d+(#\d+)+$/);
      return slug;
    });
  };
  expect(await slugs('all')).toEqual(['tokyo', 'shibuya']);
  expect(await slugs('direct')).toEqual(['tokyo']);
  expect(await slugs('skipChildren')).toEqual(['shibuya']);
});

test('lists direct children only', async () => {
  const app = await testApp();
  await givenTree(app);
  const children = await app.call(categoryApi.children, params('root'));
  expect(children.map(({ slug }) => slug)).toEqual(['events', 'notes']);
});
