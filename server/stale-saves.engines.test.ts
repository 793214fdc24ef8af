import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const resources = {
  category: {
    made: 'categories/news',
    one: ({ slug }: { slug: string }) => `categories/news/${slug}`,
    read: async ({ send }: GivenUser, path: string) => (await send('GET', `/api/admin/${path}`)).json,
    public: ['categories/news?isList=1', 'categories/news/one', 'categories/news/root/children'],
  },
  tag: {
    made: 'tags/news',
    one: ({ tagId }: { tagId: string }) => `tags/news/${tagId}`,
    read: async ({ send }: GivenUser) => (await send('GET', '/api/admin/tags/news')).json[0],
    public: ['tags/news'],
  },
  'post group': {
    made: 'posts/news/groups',
    one: ({ slug }: { slug: string }) => `posts/news/groups/${slug}`,
    read: async ({ send }: GivenUser, path: string) => (await send('GET', `/api/admin/${path}`)).json,
    public: ['posts/news/groups', 'posts/news/groups/one'],
  },
} as const;
const names = Object.keys(resources) as (keyof typeof resources)[];

async function given(name: keyof typeof resources) {
  const app = await testApp();
  const user = await givenUser(app);
  const { made, one, read } = resources[name];
  const { json } = await user.send('POST', `/api/admin/${made}`, { body: { slug: 'one', label: 'One' } });
  expect(json.revision).toBe(1);
  const path = one(json);
  const save = (body: object) => user.send('POST', `/api/admin/${path}`, { body });
  return { app, user, save, read: () => read(user, path) };
}

test.for(names)('rejects a %s saved from an outdated revision', async (name) => {
  const { save, read } = await given(name);
  const two = await save({ label: 'Two', revision: 1 });
  expect([two.status, two.json.label, two.json.revision]).toEqual([200, 'Two', 2]);
  const current = await read();
  expect(current).toMatchObject({ label: 'Two', revision: 2 });
  for (const revision of [1, 7]) {
    const { status, json } = await save({ label: 'Three', revision });
    expect([status, json]).toEqual([409, { message: 'Changed by somebody else', current }]);
  }
  expect(await read()).toEqual(current);
  expect((await save({ label: 'Three', revision: 2 })).json).toMatchObject({ label: 'Three', revision: 3 });
});

test.for(names)('accepts a %s saved without a revision', async (name) => {
  const { save } = await given(name);
  await save({ label: 'Two' });
  expect((await save({ label: 'Three' })).json).toMatchObject({ label: 'Three', revision: 3 });
  expect((await save({ label: 'Three' })).json.revision).toBe(3);
});

test.for(names)('one of three concurrent saves of a %s succeeds', async (name) => {
  const { save, read } = await given(name);
  const answers = await Promise.all(['Two', 'Three', 'Four'].map((label) => save({ label, revision: 1 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const saved = answers.find(({ status }) => status === 200)?.json;
  expect(await read()).toMatchObject({ label: saved.label, revision: 2 });
  for (const { json } of answers.filter(({ status }) => status === 409)) expect(json.current.label).toBe(saved.label);
});

test.for(names)('rejects an invalid revision of a %s', async (name) => {
  const { save } = await given(name);
  for (const revision of [0, 1.5, '1', null]) {
    const { status, json } = await save({ label: 'Two', revision });
    expect(status, String(revision)).toBe(400);
    expect(json.errors, String(revision)).toMatchObject([{ field: 'revision', message: 'InvalidInput' }]);
  }
});

test.for(names)('public responses omit the revision of a %s', async (name) => {
  const { app } = await given(name);
  for (const path of resources[name].public) expect((await app.get(`/api/${path}`)).text).not.toContain('revision');
});

test('category saves without a revision merge by field', async () => {
  const { user, save, read } = await given('category');
  await user.send('POST', '/api/admin/categories/news', { body: { slug: 'top', label: 'Top' } });
  expect((await save({ parentCategorySlug: 'top' })).status).toBe(200);
  await Promise.all([save({ label: 'Two' }), save({ description: 'All sorts' })]);
  const category = await read();
  expect(category).toMatchObject({ label: 'Two', description: 'All sorts', revision: 4 });
  expect(category.parents).toMatchObject([{ slug: 'top' }]);
});
