import { z } from 'zod';
import { AdminPostRow } from './admin-posts.ts';
import { editorOfService, endpoint, publicAccess, viewerOfService } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, flag, Order, pageBothWays, pagerQuery, startToken, yesOrNo } from './paging.ts';
import { PublicPost } from './posts.ts';
import { Revision } from './revision.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { GroupSlug, isAllowedGroupSlug } from './slugs.ts';
import { Instant, text } from './text.ts';

export const MAX_POSTS_OF_GROUP = 1000;

export const GroupLabel = text({ min: 1, max: 200 });

const Id = z.string().regex(/^[0-9a-z]{26}$/);

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

const postIds = z
  .array(Id)
  .max(MAX_POSTS_OF_GROUP)
  .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessages.duplicated });

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

export const postGroupApi = {
  list: endpoint({
    method: 'GET',
    path: '/posts/:serviceId/groups',
    summary: 'List the post groups of a service, last changed first',
    tag: 'post groups',
    access: publicAccess,
    params: ServiceParams,
    query: z.object({
      count: count(10),
      order: Order.default('asc'),
      /** Lists only groups with a post that lists currently show. */
      isUsed: flag(false),
      withPostIds: flag(true),
      ...pagerQuery,
    }),
    response: pageBothWays(PublicPostGroup, GroupPagerKey),
  }),
  find: endpoint({
    method: 'GET',
    path: '/posts/:serviceId/groups/:slug',
    summary: 'Get a post group with its listed posts in their order',
    tag: 'post groups',
    access: publicAccess,
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

export const adminPostGroupApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/groups',
    summary: 'List all post groups of a service, last changed first',
    tag: 'admin post groups',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      order: Order.default('desc'),
      withPostIds: flag(true),
    }),
    response: z.array(ListedPostGroup),
  }),
  isSlugFree: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/groups/slug',
    summary: 'Check whether a slug is available for a post group',
    tag: 'admin post groups',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ slug: GroupSlug }),
    response: z.boolean(),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/groups',
    summary: 'Create a post group',
    tag: 'admin post groups',
    access: editorOfService,
    params: ServiceParams,
    body: GroupCreation,
    response: AdminPostGroup,
  }),
  find: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/groups/:slug',
    summary: 'Get a post group; `withPostDetail=1` adds its posts without bodies',
    tag: 'admin post groups',
    access: viewerOfService,
    params: GroupParams,
    query: z.object({ withPostDetail: flag(false) }),
    response: AdminPostGroup,
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/groups/:slug',
    summary: 'Update the label of a post group, or its posts and their order',
    tag: 'admin post groups',
    access: editorOfService,
    params: GroupParams,
    body: GroupUpdate,
    response: AdminPostGroup,
  }),
  postIds: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/groups/:slug/post-ids',
    summary: 'List the post ids of a group in their order',
    tag: 'admin post groups',
    access: viewerOfService,
    params: GroupParams,
    response: z.array(z.string()),
  }),
  register: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/groups/:slug/post-ids',
    summary: 'Add a post to the end of a group, or remove it',
    tag: 'admin post groups',
    access: editorOfService,
    params: GroupParams,
    body: z.object({ postId: Id, isRegister: yesOrNo }).partial(),
    response: z.array(z.string()),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/admin/posts/:serviceId/groups/:slug',
    summary: 'Delete a post group but not its posts',
    tag: 'admin post groups',
    access: editorOfService,
    params: GroupParams,
    response: z.null(),
  }),
};
