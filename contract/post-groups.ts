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

/** The most posts that one group may hold. */
export const MAX_POSTS_OF_GROUP = 1000;

export const GroupLabel = text({ min: 1, max: 200 });

const Id = z.string().regex(/^[0-9a-z]{26}$/);

/** A group as readers may see it; its posts in their order, as far as readers see them. */
export const PublicPostGroup = z
  .object({
    serviceId: z.string(),
    slug: z.string(),
    label: z.string(),
    /** Absent when there are none. A list of groups names the first fifty of each. */
    postIds: z.array(z.string()).optional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'PublicPostGroup' });
export type PublicPostGroup = z.infer<typeof PublicPostGroup>;

/** Where a page of groups ends. */
export const GroupPagerKey = z.object({ groupId: Id, serviceId: ServiceId, updatedAt: Instant });

/** Where a page of a group's posts ends. */
export const GroupPostPagerKey = z.object({
  postId: Id,
  slug: GroupSlug,
  position: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
});

/** A group with all of its posts, whatever their state. */
export const AdminPostGroup = z
  .object({
    serviceId: z.string(),
    slug: z.string(),
    label: z.string(),
    postIds: z.array(z.string()),
    revision: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
    /** Only where they were asked for. */
    posts: z.array(AdminPostRow).optional(),
  })
  .meta({ id: 'AdminPostGroup' });
export type AdminPostGroup = z.infer<typeof AdminPostGroup>;

/** A group in the list of all; `postIds` are absent when there are none. */
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

/** Absent keys stay as they are. `postIds` are all of the group's posts in their new order; its slug never changes. */
export const GroupUpdate = z
  .object({
    slug: text({ max: 128 }),
    label: z.string().trim().pipe(GroupLabel),
    postIds,
    /** What they were when they were read; where they are others by now, nothing is changed, and the answer is 409. */
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
    summary: 'The post groups of a service, by their last change',
    tag: 'post groups',
    access: publicAccess,
    params: ServiceParams,
    query: z.object({
      count: count(10),
      order: Order.default('asc'),
      /** Only groups with a post that readers see in lists now. */
      isUsed: flag(false),
      /** Whether each names its first posts. */
      withPostIds: flag(true),
      ...pagerQuery,
    }),
    response: pageBothWays(PublicPostGroup, GroupPagerKey),
  }),
  find: endpoint({
    method: 'GET',
    path: '/posts/:serviceId/groups/:slug',
    summary: 'A post group with its posts in their order, as far as they are published and not hidden in lists',
    tag: 'post groups',
    access: publicAccess,
    params: GroupParams,
    query: z.object({
      count: count(5),
      order: Order.default('asc'),
      /** `0` leaves `body`, `bodyHtml`, `bodyText` and `links` of the posts out. */
      withBody: flag(true),
      /** Adds `tags` to each post. */
      withTags: flag(false),
      ...pagerQuery,
    }),
    response: PublicPostGroup.extend({
      /** A page of them; `postIds` are the same. Absent when there are none. */
      posts: z.array(PublicPost).optional(),
      /** How many there are in all. */
      postCount: z.int(),
      /** Where the first of the page stands among them, counted from 1 in the order of the group. Absent when there is none. */
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
    summary: 'All post groups of a service, by their last change',
    tag: 'admin post groups',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      order: Order.default('desc'),
      /** `0` leaves the ids of the posts out, of which there may be many. */
      withPostIds: flag(true),
    }),
    response: z.array(ListedPostGroup),
  }),
  isSlugFree: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/groups/slug',
    summary: 'Whether a post group may take this slug',
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
    summary: 'One post group; `withPostDetail=1` adds its posts, without their bodies',
    tag: 'admin post groups',
    access: viewerOfService,
    params: GroupParams,
    query: z.object({ withPostDetail: flag(false) }),
    response: AdminPostGroup,
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/groups/:slug',
    summary: 'Change the label of a post group, or its posts and their order',
    tag: 'admin post groups',
    access: editorOfService,
    params: GroupParams,
    body: GroupUpdate,
    response: AdminPostGroup,
  }),
  postIds: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/groups/:slug/post-ids',
    summary: 'The ids of the posts of a group, in their order',
    tag: 'admin post groups',
    access: viewerOfService,
    params: GroupParams,
    response: z.array(z.string()),
  }),
  register: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/groups/:slug/post-ids',
    summary: 'Put a post at the end of a group, or take it out',
    tag: 'admin post groups',
    access: editorOfService,
    params: GroupParams,
    body: z.object({ postId: Id, isRegister: yesOrNo }).partial(),
    response: z.array(z.string()),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/admin/posts/:serviceId/groups/:slug',
    summary: 'Delete a post group; its posts stay',
    tag: 'admin post groups',
    access: editorOfService,
    params: GroupParams,
    response: z.null(),
  }),
};
