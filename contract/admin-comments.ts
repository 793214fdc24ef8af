import { z } from 'zod';
import { CommentBody, CommentId, CommentPagerKey, CommentProfiles } from './comments.ts';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { count, flag, Order, page, pagerQuery, yesOrNo } from './paging.ts';
import { ContentId, PostStatus } from './posts.ts';
import { CommentStatus } from './service-configs.ts';
import { ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

export const HoldReason = z.enum([
  'honeypot',
  /** The comment was sent faster than a person can type. */
  'too-fast',
  /** The form without JavaScript was sent without its opening time. */
  'no-time',
  /** One author or one address sent too many comments. */
  'too-many',
  'duplicate',
  'links',
  'blocked-word',
  /** The proof of work that the service requires is missing or wrong. */
  'no-proof',
  /** The reCAPTCHA token is missing because JavaScript did not run. */
  'no-captcha',
  /** The author sent a comment that was marked as spam; stored as unpublished. */
  'spam-sender',
  /** Somebody at the same address did. */
  'spam-address',
]);
export type HoldReason = z.infer<typeof HoldReason>;

export const AdminComment = z
  .object({
    commentId: z.string(),
    serviceId: z.string(),
    contentId: z.string(),
    body: z.string(),
    profiles: CommentProfiles,
    publishStatus: CommentStatus,
    statusCreatedAt: z.string(),
    serviceIdContentId: z.string(),
    createdAt: Instant,
    updatedAt: Instant.nullable(),
    heldFor: HoldReason.nullable(),
    /** `user` for signed-in authors, whose user name is stored; `service` for replies of editors; `guest` for others. */
    authorKind: z.enum(['user', 'guest', 'service']),
    authorName: z.string().nullable(),
    /** Opaque id shared by all comments of the service from one address, available while addresses are retained. */
    addressMark: z.string().nullable(),
    deletedAt: Instant.nullable(),
    deletedBy: z.string().nullable(),
    replyTo: z.string().nullable(),
    isSpam: z.boolean(),
  })
  .meta({ id: 'AdminComment' });
export type AdminComment = z.infer<typeof AdminComment>;

export const CommentedPost = z.object({
  contentId: z.string(),
  postId: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  status: PostStatus,
});
export type CommentedPost = z.infer<typeof CommentedPost>;

const listQuery = z.object({
  count: count(10),
  order: Order.default('asc'),
  publishStatus: z.union([z.literal(''), CommentStatus]).optional(),
  /**
   * Case- and width-insensitive substring of the text or nickname. A page may be short or empty although more pages
   * follow.
   */
  q: text({ max: 100 }).trim().optional(),
  isDeleted: flag(false),
  apiVer: z.enum(['1', '2']).default('1'),
  ...pagerQuery,
});

const CommentList = page(AdminComment, CommentPagerKey).extend({
  posts: z.array(CommentedPost),
});

/** Comments per status; `deleted` counts up to 10,000. */
export const StatusCounts = z.object({
  publish: z.int(),
  unpublish: z.int(),
  unconfirm: z.int(),
  deleted: z.int(),
});
export type StatusCounts = z.infer<typeof StatusCounts>;

export const WaitingComments = StatusCounts.omit({ deleted: true });
export type WaitingComments = z.infer<typeof WaitingComments>;

/** `spam` deletes a comment and holds further ones of its sender, until it is restored or permanently deleted. */
export const CommentAction = z.enum(['publish', 'unpublish', 'unconfirm', 'delete', 'restore', 'spam']);
export type CommentAction = z.infer<typeof CommentAction>;

export const MAX_BULK_COMMENTS = 100;

/** The `updatedAt` that the moderator saw. It prevents publishing an edit that the moderator has not seen. */
const SeenUpdatedAt = Instant.nullable();

const CommentParams = ServiceParams.extend({ commentId: CommentId });

const endpoint = endpointsOf({ tag: 'admin comments', access: editorOfService, params: ServiceParams });

export const adminCommentApi = {
  waiting: endpoint('GET', '/admin/comments', {
    summary: 'Count the comments of the caller’s services by state',
    access: { level: 'viewer', scope: 'any' },
    response: z.array(WaitingComments.extend({ serviceId: z.string() })),
  }),
  list: endpoint('GET', '/admin/comments/:serviceId', {
    summary: 'List the comments of a service in every state, oldest first by default',
    access: viewerOfService,
    query: listQuery,
    response: CommentList,
  }),
  listOfContent: endpoint('GET', '/admin/comments/:serviceId/content/:contentId', {
    summary: 'List the comments of one content in every state',
    access: viewerOfService,
    params: ServiceParams.extend({ contentId: ContentId }),
    query: listQuery,
    response: CommentList,
  }),
  counts: endpoint('GET', '/admin/comments/:serviceId/counts', {
    summary: 'Count the comments of a service or content by state',
    access: viewerOfService,
    query: z.object({ contentId: ContentId.optional() }),
    response: StatusCounts,
  }),
  notice: endpoint('GET', '/admin/comments/:serviceId/notice', {
    summary: 'Check whether the caller gets emails about new comments',
    access: viewerOfService,
    response: z.object({ isWanted: z.boolean() }),
  }),
  saveNotice: endpoint('PUT', '/admin/comments/:serviceId/notice', {
    summary: 'Turn emails about new comments on or off; at most one email an hour',
    body: z.object({ isWanted: yesOrNo }),
    response: z.object({ isWanted: z.boolean() }),
  }),
  find: endpoint('GET', '/admin/comments/:serviceId/:commentId', {
    summary: 'Get a comment, with its sender’s IP address while that is stored',
    access: viewerOfService,
    params: CommentParams,
    response: AdminComment.extend({
      /** `null` for viewers. */
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  }),
  changeStatus: endpoint('POST', '/admin/comments/:serviceId/:commentId/status', {
    summary: 'Change the state of a comment; 409 if its author has edited it since',
    params: CommentParams,
    body: z.object({ publishStatus: CommentStatus, seenUpdatedAt: SeenUpdatedAt.optional() }),
    response: AdminComment,
  }),
  reply: endpoint('POST', '/admin/comments/:serviceId/:commentId/replies', {
    summary: 'Publish a reply in the name of the service, and the comment if it is not; 409 if that was edited since',
    params: CommentParams,
    body: z.object({ body: CommentBody, seenUpdatedAt: SeenUpdatedAt.optional() }),
    response: AdminComment,
  }),
  restore: endpoint('POST', '/admin/comments/:serviceId/:commentId/restore', {
    summary: 'Restore a deleted comment in its former state',
    params: CommentParams,
    response: AdminComment,
  }),
  bulk: endpoint('POST', '/admin/comments/:serviceId/bulk', {
    summary: 'Change many comments in one transaction; comments already in that state stay unchanged',
    body: z.object({
      commentIds: z.array(CommentId).min(1).max(MAX_BULK_COMMENTS),
      action: CommentAction,
      /** Keyed by comment id. Comments that their authors edited since then are skipped. */
      seenUpdatedAt: z.record(CommentId, SeenUpdatedAt).optional(),
    }),
    response: z.object({
      before: z.array(AdminComment),
      items: z.array(AdminComment),
      /** Current state of the comments that were skipped because their authors had edited them. */
      edited: z.array(AdminComment),
    }),
  }),
  delete: endpoint('DELETE', '/admin/comments/:serviceId/:commentId', {
    summary: 'Delete a comment; it can be restored for thirty days',
    params: CommentParams,
    response: z.null(),
  }),
};
