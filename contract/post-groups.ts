import { z } from 'zod';
import { AdminPostRow } from './admin-posts.ts';
import { editorOfService, endpointsOf, publicAccess, viewerOfService } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { distinctList } from './lists.ts';
import { count, flag, Order, pageBothWays, pagerQuery, startToken, yesOrNo } from './paging.ts';
import { PublicPost } from './posts.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { GroupSlug, isAllowedGroupSlug } from './slugs.ts';
import { PostCount } from './tags.ts';
import { Id, Instant, Revision, text } from './text.ts';

export const MAX_POSTS_OF_GROUP = 1000;

export const GroupLabel = text({ min: 1, max: 200 });

export const PublicPostGroup = z
  .object({
    serviceId: z.string(),
    slug: z.string(),
    label: z.string(),
    /** Absent when there are none. Lists of groups contain the first fifty of each. */
    postIds: z.array(z.string()).optional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'PublicPostGroup' });
export type PublicPostGroup = z.infer<typeof PublicPostGroup>;

export const GroupPagerKey = z.object({ groupId: Id, serviceId: ServiceId, updatedAt: Instant });

export const GroupPostPagerKey = z.object({
  postId: Id,
  slug: GroupSlug,
  position: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
});

export const AdminPostGroup = z
  .object({
    serviceId: z.string(),
    slug: z.string(),
    label: z.string(),
    postIds: z.array(z.string()),
    revision: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
    /** Present only when requested. */
    posts: z.array(AdminPostRow).optional(),
  })
  .meta({ id: 'AdminPostGroup' });
export type AdminPostGroup = z.infer<typeof AdminPostGroup>;

/** A group in the list of all groups; `postIds` is absent when empty or not requested. */
export const ListedPostGroup = AdminPostGroup.omit({ posts: true })
  .partial({ postIds: true })
  .extend({ postCount: z.int() })
  .meta({ id: 'ListedPostGroup' });
export type ListedPostGroup = z.infer<typeof ListedPostGroup>;

const postIds = distinctList(Id, { max: MAX_POSTS_OF_GROUP });

export const GroupCreation = z
  .object({
    slug: GroupSlug.refine(isAllowedGroupSlug, { error: fieldMessages.invalid }),
    label: z.string().trim().pipe(GroupLabel),
    postIds: postIds.nullish(),
  })
  .meta({ id: 'GroupCreation' });

/** Absent keys keep their value. `postIds` replaces all posts in their new order. The slug cannot change. */
export const GroupUpdate = z
  .object({
    slug: text({ max: 128 }),
    label: z.string().trim().pipe(GroupLabel),
    postIds,
    /** The post ids as they were read. If they have changed since, the update fails with 409. */
    formerPostIds: postIds,
    revision: Revision,
  })
  .partial()
  .meta({ id: 'GroupUpdate' });
export type GroupUpdate = z.output<typeof GroupUpdate>;

const GroupParams = ServiceParams.extend({ slug: GroupSlug });

const publicEndpoint = endpointsOf({ tag: 'post groups', access: publicAccess });

export const postGroupApi = {
  list: publicEndpoint('GET', '/posts/:serviceId/groups', {
    summary: 'List the post groups of a service, last changed first',
    params: ServiceParams,
    query: z.object({
      count: count(10),
      order: Order.default('asc'),
      /** Lists only groups with a post that lists currently show. */
      isUsed: flag(false),
      withPostIds: flag(true),
      withPostCount: flag(false),
      ...pagerQuery,
    }),
    response: pageBothWays(PublicPostGroup.extend({ postCount: PostCount }), GroupPagerKey),
  }),
  find: publicEndpoint('GET', '/posts/:serviceId/groups/:slug', {
    summary: 'Get a post group with its listed posts in their order',
    params: GroupParams,
    query: z.object({
      count: count(5),
      order: Order.default('asc'),
      /** `0` omits `body`, `bodyHtml`, `bodyText` and `links` of the posts. */
      withBody: flag(true),
      withTags: flag(false),
      ...pagerQuery,
    }),
    response: PublicPostGroup.extend({
      /** One page of posts; `postIds` has the same ones. Absent when empty. */
      posts: z.array(PublicPost).optional(),
      /** Total number of visible posts. */
      postCount: z.int(),
      /** Position of the first post of the page in the group, counted from 1. Absent when the page is empty. */
      startNumber: z.int().optional(),
      pagerKey: GroupPostPagerKey.nullable(),
      pageToken: z.string().nullable(),
      startToken,
    }),
  }),
};

const adminEndpoint = endpointsOf({ tag: 'admin post groups', access: editorOfService, params: GroupParams });

export const adminPostGroupApi = {
  list: adminEndpoint('GET', '/admin/posts/:serviceId/groups', {
    summary: 'List all post groups of a service, last changed first',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      order: Order.default('desc'),
      withPostIds: flag(true),
    }),
    response: z.array(ListedPostGroup),
  }),
  isSlugFree: adminEndpoint('GET', '/admin/posts/:serviceId/groups/slug', {
    summary: 'Check whether a slug is available for a post group',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ slug: GroupSlug }),
    response: z.boolean(),
  }),
  create: adminEndpoint('POST', '/admin/posts/:serviceId/groups', {
    summary: 'Create a post group',
    params: ServiceParams,
    body: GroupCreation,
    response: AdminPostGroup,
  }),
  find: adminEndpoint('GET', '/admin/posts/:serviceId/groups/:slug', {
    summary: 'Get a post group; `withPostDetail=1` adds its posts without bodies',
    access: viewerOfService,
    query: z.object({ withPostDetail: flag(false) }),
    response: AdminPostGroup,
  }),
  update: adminEndpoint('POST', '/admin/posts/:serviceId/groups/:slug', {
    summary: 'Update the label of a post group, or its posts and their order',
    body: GroupUpdate,
    response: AdminPostGroup,
  }),
  postIds: adminEndpoint('GET', '/admin/posts/:serviceId/groups/:slug/post-ids', {
    summary: 'List the post ids of a group in their order',
    access: viewerOfService,
    response: z.array(z.string()),
  }),
  register: adminEndpoint('POST', '/admin/posts/:serviceId/groups/:slug/post-ids', {
    summary: 'Add a post to the end of a group, or remove it',
    body: z.object({ postId: Id, isRegister: yesOrNo }).partial(),
    response: z.array(z.string()),
  }),
  delete: adminEndpoint('DELETE', '/admin/posts/:serviceId/groups/:slug', {
    summary: 'Delete a post group but not its posts',
    response: z.null(),
  }),
};
