import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { workingCopyApi } from '#contract/working-copies.ts';
import type { TestApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import type { Json, Resource } from './resource.fixtures.ts';

const labels = ['One', 'Two', 'Three', '四'];
const news = { serviceId: 'news' };

/** Creates one record for each call that updates something in the console. */
export async function givenResources(app: TestApp, user: GivenUser): Promise<Resource[]> {
  return [
    ...(await givenCategories(user)),
    ...(await givenPosts(app, user)),
    ...(await givenSettings(user)),
    ...(await givenAccounts(app)),
    ...(await givenMedia(app)),
  ];
}

const make = async ({ send }: GivenUser, path: string, body: object): Promise<Json> =>
  (await send('POST', `/api/admin/${path}`, { body })).json;

async function givenCategories(user: GivenUser): Promise<Resource[]> {
  const create = (slug: string, parentCategorySlug = '') =>
    make(user, 'categories/news', { slug, label: 'One', parentCategorySlug });
  for (const slug of ['one', 'two', 'top', 'shelf', 'stack']) await create(slug);
  const shelved: number[] = [];
  for (const slug of ['a', 'b', 'c']) shelved.push((await create(slug, 'shelf')).id);
  const stacked: number[] = [];
  for (const slug of ['d', 'e', 'f']) stacked.push((await create(slug, 'stack')).id);
  const { tagId } = await make(user, 'tags/news', { label: 'One' });
  const category = (slug: string, parents: readonly string[]): Resource => ({
    name: `category ${slug}`,
    endpoint: adminCategoryApi.update,
    params: { ...news, slug },
    fields: { label: labels, description: ['', 'All sorts', 'いろいろ'], parentCategorySlug: ['', ...parents] },
    pick: (field, json) => (field === 'parentCategorySlug' ? (json.parents.at(-1)?.slug ?? '') : json[field]),
  });
  const idsOf = (json: Json): number[] => json.map(({ id }: { id: number }) => id);
  const [, , last = 0] = stacked;
  return [
    category('one', ['two', 'top']),
    category('two', ['top']),
    {
      name: 'order of categories',
      endpoint: adminCategoryApi.reorder,
      params: { ...news, slug: 'shelf' },
      fields: { sortedIds: permutationsOf(shelved) },
      ...{ valuesOf: (json) => ({ sortedIds: idsOf(json) }), versionOf: idsOf },
      ...{ versionName: 'formerIds', versionAfter: ({ sortedIds }) => sortedIds },
    },
    {
      name: 'position of a category',
      endpoint: adminCategoryApi.update,
      params: { ...news, slug: 'f' },
      readAt: 'categories/news/stack/children',
      fields: { position: [0, 1, 2] },
      ...{ valuesOf: (json) => ({ order: idsOf(json) }), versionOf: idsOf },
      ...{ versionName: 'formerSiblingIds', versionAfter: ({ order }) => order },
      apply: ({ order }, _, position) => ({
        order: (order as number[]).filter((id) => id !== last).toSpliced(position as number, 0, last),
      }),
      answersNoState: true,
    },
    {
      name: 'tag',
      endpoint: adminTagApi.rename,
      params: { ...news, tagId },
      fields: { label: labels },
      ...{ readAt: 'tags/news', found: (json) => json[0] },
    },
  ];
}

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

async function givenPosts(app: TestApp, user: GivenUser): Promise<Resource[]> {
  const [first, second, typed, shown] = [
    (await givenPost(app)).postId,
    (await givenPost(app)).postId,
    (await givenPost(app)).postId,
    (await givenPost(app)).postId,
  ];
  const both = [first, second];
  for (const slug of ['one', 'two', 'three']) {
    await make(user, 'posts/news/groups', { slug, label: 'One', ...(slug === 'two' && { postIds: both }) });
  }
  const copy = { endpoint: workingCopyApi.put, params: { ...news, idOrSlug: typed } };
  await user.send('PUT', `/api/admin/posts/news/${typed}/working-copy`, { body: { baseRevision: 1, title: 'One' } });
  return [
    {
      name: 'post',
      endpoint: adminPostApi.update,
      params: { ...news, idOrSlug: first },
      fields: {
        title: labels,
        body: ['Some *text*.', 'Ink', '墨'],
        author: ['', 'Hokusai'],
        language: ['', 'en', 'ja'],
        isHiddenInList: [true, false],
      },
    },
    {
      name: 'state of a post',
      endpoint: adminPostApi.setStatus,
      params: { ...news, idOrSlug: shown },
      readAt: `posts/news/${shown}`,
      fields: { status: ['publish', 'unpublish'] },
      pick: (_, json) => (json.status === 'published' ? 'publish' : 'unpublish'),
      rejectsSame: true,
    },
    {
      name: 'working copy',
      ...copy,
      fields: { content: [{ title: 'One' }, { title: 'Two', body: 'Typed' }, { body: 'Typed' }, {}] },
      toBody: (_, content) => ({ baseRevision: 1, ...(content as object) }),
      ...{ raisesAlways: true, isPersonal: true },
    },
    {
      name: 'post group',
      endpoint: adminPostGroupApi.update,
      params: { ...news, slug: 'one' },
      fields: { label: labels, postIds: [[], [first], [second, first]] },
    },
    {
      name: 'order of a post group',
      endpoint: adminPostGroupApi.update,
      params: { ...news, slug: 'two' },
      fields: { postIds: [both, both.toReversed(), [second]] },
      ...{ versionName: 'formerPostIds', versionOf: ({ postIds }) => postIds, versionAfter: ({ postIds }) => postIds },
    },
    {
      name: 'place of a post in a group',
      endpoint: adminPostGroupApi.register,
      params: { ...news, slug: 'three' },
      fields: { change: both.flatMap((postId) => [true, false].map((isRegister) => ({ postId, isRegister }))) },
      valuesOf: (json) => ({ postIds: json }),
      toBody: (_, change) => change as object,
      apply: ({ postIds }, _, change) => ({ postIds: withChange(postIds as string[], change as Registration) }),
      ...{ versionName: null, rejectsSame: true },
    },
  ];
}

interface Registration {
  readonly postId: string;
  readonly isRegister: boolean;
}

function withChange(postIds: readonly string[], { postId, isRegister }: Registration): string[] {
  if (postIds.includes(postId) === isRegister) return [...postIds];
  return isRegister ? [...postIds, postId] : postIds.filter((each) => each !== postId);
}

async function givenSettings(user: GivenUser): Promise<Resource[]> {
  // A first save of a default value is a change, because defaults are not stored.
  const configs = { commentDefaultPublishStatus: 'publish', commentMaxLinks: 1, siteDescription: 'One' };
  for (const serviceId of ['blog', 'shop']) await make(user, `services/${serviceId}`, { configs });
  const content = { body: { commentDefaultPublishStatus: 'publish' } };
  await user.send('PUT', '/api/admin/services/news/content/guestbook', content);
  const hook = { url: 'https://example.com/hook', events: ['post.published'] };
  const { webhookId } = await make(user, 'webhooks/news', hook);
  return [
    {
      name: 'service',
      endpoint: adminServiceApi.update,
      params: news,
      fields: { label: labels, functions: [['post'], ['post', 'comment']] },
    },
    {
      name: 'settings of a service',
      endpoint: adminServiceApi.update,
      params: { serviceId: 'blog' },
      fields: {
        commentDefaultPublishStatus: ['publish', 'unpublish'],
        commentMaxLinks: [1, 2],
        siteDescription: labels,
      },
      pick: (field, json) => json.configs[field],
      toBody: (field, value) => ({ configs: { [field]: value } }),
    },
    {
      name: 'single setting',
      endpoint: adminServiceApi.saveConfig,
      params: { serviceId: 'shop', configKey: 'siteDescription' },
      fields: { configVal: labels },
    },
    {
      name: 'content id',
      endpoint: serviceContentApi.save,
      params: { ...news, contentId: 'guestbook' },
      fields: { commentDefaultPublishStatus: ['publish', 'unpublish'] },
      rejectsSame: true,
    },
    {
      name: 'webhook',
      endpoint: webhookApi.update,
      params: { ...news, webhookId },
      fields: {
        description: labels,
        url: ['https://example.com/hook', 'https://example.org/'],
        events: [['post.published'], ['post.deleted']],
        isEnabled: [true, false],
      },
    },
  ];
}

async function givenAccounts(app: TestApp): Promise<Resource[]> {
  const { username } = await givenUser(app);
  const { username: member } = await givenUser(app, { serviceIds: ['news', 'blog'] });
  const services = [['news'], ['blog'], ['shop'], ['blog', 'shop']];
  return [
    {
      name: 'services of an account',
      endpoint: adminUserApi.update,
      params: { username: member },
      fields: { addServiceIds: services, removeServiceIds: services },
      valuesOf: ({ acceptServiceIds }) => ({ serviceIds: acceptServiceIds.toSorted() }),
      apply: ({ serviceIds }, field, value) => {
        const changed = value as string[];
        const others = (serviceIds as string[]).filter((id) => !changed.includes(id));
        return { serviceIds: field === 'addServiceIds' ? [...others, ...changed].toSorted() : others };
      },
    },
    {
      name: 'account',
      endpoint: adminUserApi.update,
      params: { username },
      fields: { role: ['editor', 'viewer', 'admin'] },
    },
    {
      name: 'notes about an account',
      endpoint: adminUserApi.update,
      params: { username },
      fields: { tel: ['', '03-1234-5678'], address: ['', 'Edo'], memo: ['', 'Calls back', 'Writes'] },
      versionName: 'notesRevision',
    },
    {
      name: 'state of an account',
      endpoint: adminUserApi.setEnabled,
      params: { username },
      readAt: `users/${username}`,
      fields: { enabled: [true, false] },
      ...{ versionName: null, answersNoState: true },
    },
  ];
}

async function givenMedia(app: TestApp): Promise<Resource[]> {
  const fileId = await givenFile(app, { status: 'published', isUploaded: true });
  const { commentId } = await givenComment(app);
  return [
    {
      name: 'file',
      endpoint: adminFileApi.update,
      params: { ...news, fileId },
      fields: { name: labels, alt: [{ en: 'One' }, { en: 'Two' }], caption: [{ ja: '一' }, { ja: '二' }] },
    },
    {
      name: 'state of a comment',
      endpoint: adminCommentApi.changeStatus,
      params: { ...news, commentId },
      readAt: `comments/news/${commentId}`,
      fields: { publishStatus: ['publish', 'unpublish', 'unconfirm'] },
      ...{ versionName: null, rejectsSame: true },
    },
    {
      name: 'email about comments',
      endpoint: adminCommentApi.saveNotice,
      params: news,
      fields: { isWanted: [true, false] },
      ...{ versionName: null, isPersonal: true },
    },
  ];
}
