import { z } from 'zod';
import { CommentId, CommentPagerKey, CommentProfiles } from './comments.ts';
import { editorOfService, endpoint, viewerOfService } from './endpoint.ts';
import { count, flag, Order, page, pagerQuery, yesOrNo } from './paging.ts';
import { ContentId, PostStatus } from './posts.ts';
import { CommentStatus } from './service-configs.ts';
import { ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

/** Why a comment was held as unconfirmed whatever the default is. */
export const HeldFor = z.enum([
  /** A field that people do not see was filled. */
  'honeypot',
  /** Sent sooner after the form was opened than anybody types. */
  'too-fast',
  /** The page's own form came without the time at which it was opened. */
  'no-time',
  /** More comments than usual from one person or one address. */
  'too-many',
  /** The same text was sent before. */
  'duplicate',
  'links',
  'blocked-word',
  /** No proof of work, or a wrong one, where the service asks for it. */
  'no-proof',
  /** Without JavaScript there was no reCAPTCHA. */
  'no-captcha',
]);
export type HeldFor = z.infer<typeof HeldFor>;

/** A comment as editors see it. */
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
    heldFor: HeldFor.nullable(),
    /** Somebody who was signed in, with their user name, or a guest, who has none. */
    authorKind: z.enum(['user', 'guest']),
    authorName: z.string().nullable(),
    /** The same for comments of a service from one address, as long as addresses are kept; it tells nothing of the address. */
    addressMark: z.string().nullable(),
    deletedAt: Instant.nullable(),
    deletedBy: z.string().nullable(),
  })
  .meta({ id: 'AdminComment' });
export type AdminComment = z.infer<typeof AdminComment>;

/** The post that a content id belongs to. */
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
  /** Finds comments whose text or nickname holds this, whatever case and width; a page may so be short or empty and not the last. */
  q: text({ max: 100 }).trim().optional(),
  /** Deleted comments in place of those that are not. */
  isDeleted: flag(false),
  apiVer: z.enum(['1', '2']).default('1'),
  ...pagerQuery,
});

const CommentList = page(AdminComment, CommentPagerKey).extend({
  /** Those of the comments' posts that there are. */
  posts: z.array(CommentedPost),
});

/** How many comments are in each state; deleted ones are counted by themselves, up to 10,000. */
export const StatusCounts = z.object({
  publish: z.int(),
  unpublish: z.int(),
  unconfirm: z.int(),
  deleted: z.int(),
});
export type StatusCounts = z.infer<typeof StatusCounts>;

/** How many comments of a service are in each state, the deleted ones left out. */
export const WaitingComments = StatusCounts.omit({ deleted: true });
export type WaitingComments = z.infer<typeof WaitingComments>;

/** What can be done with many comments at once. */
export const CommentAction = z.enum(['publish', 'unpublish', 'unconfirm', 'delete', 'restore']);
export type CommentAction = z.infer<typeof CommentAction>;

export const MAX_BULK_COMMENTS = 100;

/** The `updatedAt` of a comment as whoever decides has looked at it: what they have not seen is not published. */
const SeenUpdatedAt = Instant.nullable();

const CommentParams = ServiceParams.extend({ commentId: CommentId });
const tag = 'admin comments';

export const adminCommentApi = {
  waiting: endpoint({
    method: 'GET',
    path: '/admin/comments',
    summary: 'How many comments of each of the caller’s services are in which state',
    tag,
    access: { level: 'viewer', scope: 'any' },
    response: z.array(WaitingComments.extend({ serviceId: z.string() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/comments/:serviceId',
    summary: 'The comments of a service in every state, oldest first unless asked otherwise',
    tag,
    access: viewerOfService,
    params: ServiceParams,
    query: listQuery,
    response: CommentList,
  }),
  listOfContent: endpoint({
    method: 'GET',
    path: '/admin/comments/:serviceId/content/:contentId',
    summary: 'The comments of one content in every state',
    tag,
    access: viewerOfService,
    params: ServiceParams.extend({ contentId: ContentId }),
    query: listQuery,
    response: CommentList,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/admin/comments/:serviceId/counts',
    summary: 'How many comments of a service, or of one content, are in which state',
    tag,
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ contentId: ContentId.optional() }),
    response: StatusCounts,
  }),
  notice: endpoint({
    method: 'GET',
    path: '/admin/comments/:serviceId/notice',
    summary: 'Whether the caller is mailed about new comments',
    tag,
    access: viewerOfService,
    params: ServiceParams,
    response: z.object({ isWanted: z.boolean() }),
  }),
  saveNotice: endpoint({
    method: 'PUT',
    path: '/admin/comments/:serviceId/notice',
    summary: 'Ask to be mailed about new comments, at most once an hour, or no longer',
    tag,
    access: editorOfService,
    params: ServiceParams,
    body: z.object({ isWanted: yesOrNo }),
    response: z.object({ isWanted: z.boolean() }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/admin/comments/:serviceId/:commentId',
    summary: 'One comment, with the address that it came from as long as that is kept',
    tag,
    access: viewerOfService,
    params: CommentParams,
    response: AdminComment.extend({
      /** For editors; viewers get none. */
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  }),
  changeStatus: endpoint({
    method: 'POST',
    path: '/admin/comments/:serviceId/:commentId/status',
    summary: 'Publish, unpublish or unconfirm a comment; 409 if its author has changed it since it was seen',
    tag,
    access: editorOfService,
    params: CommentParams,
    body: z.object({ publishStatus: CommentStatus, seenUpdatedAt: SeenUpdatedAt.optional() }),
    response: AdminComment,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/comments/:serviceId/:commentId/restore',
    summary: 'Bring a deleted comment back, in the state that it had',
    tag,
    access: editorOfService,
    params: CommentParams,
    response: AdminComment,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/admin/comments/:serviceId/bulk',
    summary: 'Do the same with many comments, all in one step; those for which it is no change stay as they are',
    tag,
    access: editorOfService,
    params: ServiceParams,
    body: z.object({
      commentIds: z.array(CommentId).min(1).max(MAX_BULK_COMMENTS),
      action: CommentAction,
      /** By comment id. Those whose authors have changed them since then are left out. */
      seenUpdatedAt: z.record(CommentId, SeenUpdatedAt).optional(),
    }),
    response: z.object({
      /** Those that were changed, as they were before: for undoing it. */
      before: z.array(AdminComment),
      /** The same as they are now. */
      items: z.array(AdminComment),
      /** Those that were left out since their authors have changed them, as they are now. */
      edited: z.array(AdminComment),
    }),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/admin/comments/:serviceId/:commentId',
    summary: 'Delete a comment; for thirty days it can be brought back',
    tag,
    access: editorOfService,
    params: CommentParams,
    response: z.null(),
  }),
};
