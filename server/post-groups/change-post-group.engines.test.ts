import { expect, test } from 'vitest';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { adminPostGroupApi, MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const posts = '/api/admin/posts/news';

async function givenGroup(app: TestApp, slug: string, postIds: string[] = []): Promise<GivenUser> {
  const user = await givenUser(app);
  const body = { slug, label: slug.toUpperCase(), postIds };
  await user.call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  return user;
}

async function idsIn({ call }: GivenUser, slug: string): Promise<string[]> {
  return call(adminPostGroupApi.postIds, { params: { serviceId: 'news', slug } });
}

const slugsOf = ({ groups }: AdminPost) => groups.map(({ slug }) => slug);

test('new post is appended to its groups', async () => {
  const app = await testApp();
  const { postId } = await givenPost(app);
  const user = await givenGroup(app, 'steps', [postId]);
  await givenGroup(app, 'picks');
  const body = {
    slug: 'new',
    title: 'New',
    bodyFormat: 'markdown' as const,
    status: 'draft',
    groups: ['steps', 'picks'],
  };
  const created = await user.call(adminPostApi.create, { params: { serviceId: 'news' }, body });
  expect(slugsOf(created)).toEqual(['picks', 'steps']);
  expect(await idsIn(user, 'steps')).toEqual([postId, created.postId]);
  expect(await idsIn(user, 'picks')).toEqual([created.postId]);
});

test('save replaces the groups of a post, keeping positions', async () => {
  const app = await testApp();
  const [{ postId }, other] = [await givenPost(app, { slug: 'note' }), await givenPost(app)];
  const user = await givenGroup(app, 'steps', [postId, other.postId]);
  await givenGroup(app, 'old', [postId]);
  await givenGroup(app, 'new', [other.postId]);
  const params = { serviceId: 'news', idOrSlug: 'note' };
  const saved = await user.call(adminPostApi.update, { params, body: { groups: ['steps', 'new'] } });
  expect(slugsOf(saved)).toEqual(['new', 'steps']);
  expect(saved.revision).toBe(1);
  expect(await idsIn(user, 'steps')).toEqual([postId, other.postId]);
  expect(await idsIn(user, 'new')).toEqual([other.postId, postId]);
  expect(await idsIn(user, 'old')).toEqual([]);
  const without = await user.call(adminPostApi.update, { params, body: { title: 'Other' } });
  expect([slugsOf(without), without.revision]).toEqual([['new', 'steps'], 2]);
  expect(slugsOf(await user.call(adminPostApi.update, { params, body: { groups: [] } }))).toEqual([]);
});

const badGroups: [groups: unknown, message: string][] = [
  [['steps', 'nothing'], 'Group does not exist'],
  [['STEPS'], 'InvalidInput'],
  [['steps', 'steps'], 'duplicated'],
  ['steps', 'InvalidInput'],
];

test('save with invalid groups is rejected and stores nothing', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note', title: 'Note' });
  const user = await givenGroup(app, 'steps');
  for (const [groups, message] of badGroups) {
    const { status, json } = await user.send('POST', `${posts}/note`, { body: { title: 'Other', groups } });
    expect([status, json.errors], JSON.stringify(groups)).toMatchObject([400, [{ field: 'groups', message }]]);
    expect((await user.send('GET', `${posts}/note`)).json, JSON.stringify(groups)).toMatchObject({
      title: 'Note',
      groups: [],
      revision: 1,
    });
  }
});

test('save rejects a group of another service', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  await givenService(app, { serviceId: 'other' });
  const { call, send } = await givenUser(app, { role: 'admin', serviceIds: ['news', 'other'] });
  await call(adminPostGroupApi.create, { params: { serviceId: 'other' }, body: { slug: 'theirs', label: 'Theirs' } });
  expect((await send('POST', `${posts}/note`, { body: { groups: ['theirs'] } })).status).toBe(400);
});

test('save into a full group is rejected and stores nothing', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note', title: 'Note' });
  const user = await givenGroup(app, 'full');
  const { writer } = app.database;
  const stored = await writer.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const ids = Array.from({ length: MAX_POSTS_OF_GROUP }, (_, index) => String(index).padStart(26, '0'));
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500);
    const rows = some.map((id) => ({ ...stored, postId: id, slug: id, contentId: id }));
    await writer.insertInto('posts').values(rows).execute();
  }
  await user.call(adminPostGroupApi.update, { params: { serviceId: 'news', slug: 'full' }, body: { postIds: ids } });
  const { status, json } = await user.send('POST', `${posts}/note`, { body: { title: 'Other', groups: ['full'] } });
  const message = 'Too many posts in the group';
  expect([status, json]).toMatchObject([400, { message, errors: [{ field: 'groups', message }] }]);
  expect((await user.send('GET', `${posts}/note`)).json).toMatchObject({ title: 'Note', groups: [] });
});

test('working copy with groups stays until groups are saved', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note', title: 'Note' });
  const user = await givenGroup(app, 'steps');
  const copy = `${posts}/note/working-copy`;
  const kept = await user.send('PUT', copy, { body: { baseRevision: 1, title: 'Typed', groups: ['steps'] } });
  expect(kept.json.content.groups).toEqual(['steps']);
  await user.send('POST', `${posts}/note`, { body: { title: 'Typed' } });
  expect((await user.send('GET', copy)).json).not.toBeNull();
  const saved = await user.send('POST', `${copy}/save`, { body: { revision: 2 } });
  expect(saved.json).toMatchObject({ title: 'Typed', groups: [{ slug: 'steps', label: 'STEPS' }] });
  expect((await user.send('GET', copy)).json).toBeNull();
});

test('working copy is deleted when its groups are saved elsewhere', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note' });
  const user = await givenGroup(app, 'steps');
  const copy = `${posts}/note/working-copy`;
  await user.send('PUT', copy, { body: { baseRevision: 1, groups: ['steps'] } });
  await user.send('POST', `${posts}/note`, { body: { groups: ['steps'] } });
  expect((await user.send('GET', copy)).json).toBeNull();
});
