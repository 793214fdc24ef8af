import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { webhookApi } from '#contract/webhooks.ts';
import type { TestApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
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
  for (const slug of ['one', 'two', 'top']) await make(user, 'categories/news', { slug, label: 'One' });
  const { tagId } = await make(user, 'tags/news', { label: 'One' });
  const category = (slug: string, parents: readonly string[]): Resource => ({
    name: `category ${slug}`,
    endpoint: adminCategoryApi.update,
    params: { ...news, slug },
    fields: { label: labels, description: ['', 'All sorts', 'いろいろ'], parentCategorySlug: ['', ...parents] },
    pick: (field, json) => (field === 'parentCategorySlug' ? (json.parents.at(-1)?.slug ?? '') : json[field]),
  });
  return [
    category('one', ['two', 'top']),
    category('two', ['top']),
    {
      name: 'tag',
      endpoint: adminTagApi.rename,
      params: { ...news, tagId },
      fields: { label: labels },
      ...{ readAt: 'tags/news', found: (json) => json[0] },
    },
  ];
}

async function givenPosts(app: TestApp, user: GivenUser): Promise<Resource[]> {
  const [first, second] = [(await givenPost(app)).postId, (await givenPost(app)).postId];
  await make(user, 'posts/news/groups', { slug: 'one', label: 'One' });
  return [
    {
      name: 'post',
      endpoint: adminPostApi.update,
      params: { ...news, idOrSlug: first },
      fields: { title: labels, author: ['', 'Hokusai'], isHiddenInList: [true, false] },
    },
    {
      name: 'post group',
      endpoint: adminPostGroupApi.update,
      params: { ...news, slug: 'one' },
      fields: { label: labels, postIds: [[], [first], [second, first]] },
    },
  ];
}

async function givenSettings(user: GivenUser): Promise<Resource[]> {
  // A first save of a default value is a change, because defaults are not stored.
  const configs = { commentDefaultPublishStatus: 'publish', commentMaxLinks: 1, siteDescription: 'One' };
  await make(user, 'services/blog', { configs });
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
  return [
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
  ];
}

async function givenMedia(app: TestApp): Promise<Resource[]> {
  const fileId = await givenFile(app, { status: 'published', isUploaded: true });
  return [
    {
      name: 'file',
      endpoint: adminFileApi.update,
      params: { ...news, fileId },
      fields: { name: labels, alt: [{ en: 'One' }, { en: 'Two' }], caption: [{ ja: '一' }, { ja: '二' }] },
    },
  ];
}
