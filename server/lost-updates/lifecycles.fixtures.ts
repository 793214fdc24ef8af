import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { webhookApi } from '#contract/webhooks.ts';
import type { TestApp } from '#testing/app.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenFile } from '#testing/given-file.ts';
import type { GivenUser } from '#testing/given-user.ts';
import { addressOf, type Json } from './resource.fixtures.ts';

type Params = Readonly<Record<string, string>>;

/** A kind of record that is created, updated and deleted. */
export interface Lifecycle {
  readonly name: string;
  readonly create?: Creation;
  /** Creates a record without the call of an editor. */
  readonly given?: (app: TestApp) => Promise<Params>;
  readonly update: Endpoint;
  /** Changes that editors save, without a revision; each differs from the stored values. */
  readonly change: object;
  /** Statuses of a change without a revision after the deletion. */
  readonly lateStatuses: readonly number[];
  readonly remove?: Endpoint;
  readonly find?: (user: GivenUser, params: Params) => Promise<Json>;
}

interface Creation {
  readonly endpoint: Endpoint;
  readonly params: Params;
  readonly body: (label: string) => object;
  /** Status and field of the second creation under the same name; undefined if names are not unique. */
  readonly taken: readonly [status: 400 | 409, field?: string] | undefined;
  readonly paramsOf: (json: Json) => Params;
  readonly labelOf?: (json: Json) => unknown;
}

const news = { serviceId: 'news' };

async function findAt(user: GivenUser, endpoint: Endpoint, params: Params): Promise<Json> {
  const { status, json } = await user.send('GET', addressOf({ endpoint, params }));
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`GET ${endpoint.path} returned ${status}`);
  return json;
}

/** Finds the record of an update by the same address. */
export function find(user: GivenUser, { update, find }: Lifecycle, params: Params): Promise<Json> {
  return find ? find(user, params) : findAt(user, update, params);
}

export const lifecycles: readonly Lifecycle[] = [
  {
    name: 'category',
    create: {
      endpoint: adminCategoryApi.create,
      params: news,
      body: (label) => ({ slug: 'same', label }),
      taken: [400, 'slug'],
      paramsOf: ({ slug }) => ({ ...news, slug }),
    },
    update: adminCategoryApi.update,
    change: { label: 'Changed' },
    lateStatuses: [404],
    remove: adminCategoryApi.delete,
  },
  {
    name: 'tag',
    create: {
      endpoint: adminTagApi.create,
      params: news,
      body: () => ({ label: 'Same' }),
      taken: [400, 'label'],
      paramsOf: ({ tagId }) => ({ ...news, tagId }),
    },
    update: adminTagApi.rename,
    change: { label: 'Changed' },
    lateStatuses: [404],
    remove: adminTagApi.delete,
    find: async (user, params) =>
      (await findAt(user, adminTagApi.list, params)).find(({ tagId }: { tagId: string }) => tagId === params.tagId),
  },
  {
    name: 'post',
    create: {
      endpoint: adminPostApi.create,
      params: news,
      body: (title) => ({ slug: 'same', title, bodyFormat: 'markdown', status: 'draft' }),
      taken: [400, 'slug'],
      paramsOf: ({ postId }) => ({ ...news, idOrSlug: postId }),
      labelOf: ({ title }) => title,
    },
    update: adminPostApi.update,
    change: { title: 'Changed' },
    lateStatuses: [404],
    remove: adminPostApi.delete,
  },
  {
    name: 'post group',
    create: {
      endpoint: adminPostGroupApi.create,
      params: news,
      body: (label) => ({ slug: 'same', label }),
      taken: [400, 'slug'],
      paramsOf: ({ slug }) => ({ ...news, slug }),
    },
    update: adminPostGroupApi.update,
    change: { label: 'Changed' },
    lateStatuses: [404],
    remove: adminPostGroupApi.delete,
  },
  {
    name: 'service',
    create: {
      endpoint: adminServiceApi.create,
      params: {},
      body: (label) => ({ serviceId: 'same', label }),
      taken: [400, 'service_id'],
      paramsOf: ({ serviceId }) => ({ serviceId }),
    },
    update: adminServiceApi.update,
    change: { label: 'Changed' },
    lateStatuses: [],
  },
  {
    name: 'content id',
    create: {
      endpoint: serviceContentApi.save,
      params: { ...news, contentId: 'same' },
      body: (label) => ({ commentDefaultPublishStatus: label === 'One' ? 'publish' : 'unpublish', revision: 0 }),
      taken: [409],
      paramsOf: ({ contentId }) => ({ ...news, contentId }),
      labelOf: ({ commentDefaultPublishStatus }) => (commentDefaultPublishStatus === 'publish' ? 'One' : 'Two'),
    },
    update: serviceContentApi.save,
    change: { commentDefaultPublishStatus: 'unconfirm' },
    // One call registers and updates: without a revision it registers the id again.
    lateStatuses: [],
    remove: serviceContentApi.delete,
  },
  {
    name: 'webhook',
    create: {
      endpoint: webhookApi.create,
      params: news,
      body: (description) => ({ url: 'https://example.com/hook', events: ['post.published'], description }),
      taken: undefined,
      paramsOf: ({ webhookId }) => ({ ...news, webhookId }),
      labelOf: ({ description }) => description,
    },
    update: webhookApi.update,
    change: { description: 'Changed' },
    lateStatuses: [404],
    remove: webhookApi.delete,
  },
  {
    name: 'account',
    create: {
      endpoint: adminUserApi.create,
      params: {},
      body: (name) => ({ email: 'same@example.com', name, role: 'editor', serviceIds: ['news'] }),
      taken: [400, 'email'],
      paramsOf: ({ username }) => ({ username }),
      labelOf: ({ name }) => name,
    },
    update: adminUserApi.update,
    change: { role: 'viewer', memo: 'Changed' },
    lateStatuses: [404],
    remove: adminUserApi.remove,
  },
  {
    name: 'file',
    given: async (app) => ({ ...news, fileId: await givenFile(app, { status: 'published', isUploaded: true }) }),
    update: adminFileApi.update,
    change: { name: 'changed.png' },
    // Posts show a removed file until it is cleaned up, so its texts can change. It stays removed.
    lateStatuses: [200],
    remove: adminFileApi.delete,
    find: async (user, params) => {
      const file = await findAt(user, adminFileApi.find, params);
      return file?.status === 'removed' ? undefined : file;
    },
  },
  {
    name: 'comment',
    given: async (app) => ({ ...news, commentId: (await givenComment(app)).commentId }),
    update: adminCommentApi.changeStatus,
    change: { publishStatus: 'unpublish' },
    lateStatuses: [404],
    remove: adminCommentApi.delete,
    find: async (user, params) => {
      const comment = await findAt(user, adminCommentApi.find, params);
      return comment?.deletedAt ? undefined : comment;
    },
  },
];
