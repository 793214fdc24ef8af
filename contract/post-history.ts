import { z } from 'zod';
import { AdminPost } from './admin-posts.ts';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { PostFile } from './files.ts';
import { count, page, pagerQuery } from './paging.ts';
import { BodyFormat, EditorMode, PostLink, PostStatus } from './posts.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Id, Instant, JsonValue, RevisionInAddress } from './text.ts';

/** Cause of a revision: the first save, a later save, a status change, or the restoring of an older revision. */
export const RevisionKind = z.enum(['created', 'saved', 'status', 'restored']);
export type RevisionKind = z.infer<typeof RevisionKind>;

/** Authored fields of a post at one revision, without derived values. */
export const PostSnapshot = z
  .object({
    slug: z.string(),
    title: z.string(),
    label: z.string(),
    description: z.string(),
    author: z.string(),
    language: z.string(),
    contentId: z.string(),
    bodyFormat: BodyFormat,
    editorMode: EditorMode,
    body: z.string(),
    categorySlug: z.string().nullable(),
    tags: z.array(z.string()),
    thumbnail: PostFile.nullable(),
    images: z.array(PostFile),
    files: z.array(PostFile),
    links: z.array(PostLink),
    isHiddenInList: z.boolean(),
    status: PostStatus,
    publishAt: Instant.nullable(),
  })
  .meta({ id: 'PostSnapshot' });
export type PostSnapshot = z.infer<typeof PostSnapshot>;

export const PostRevision = z
  .object({
    revision: z.int(),
    kind: RevisionKind,
    title: z.string(),
    savedAt: Instant,
    /** User name, or `key:` and the id of an API key. */
    savedBy: z.string(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'PostRevision' });
export type PostRevision = z.infer<typeof PostRevision>;

export const RevisionPagerKey = z.object({ revision: z.int().min(1).max(2_147_483_647) });

/** All fields except the body, which is compared line by line. */
const { body: _, ...comparedFields } = PostSnapshot.shape;
const ComparedField = z.enum(Object.keys(comparedFields) as [keyof typeof comparedFields]);

const LineRun = z.object({ change: z.enum(['same', 'added', 'removed']), text: z.string() });
export type LineRun = z.infer<typeof LineRun>;

/** Line diff of the bodies; both full texts when they are too long or too different for a diff. */
const BodyComparison = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same') }),
  z.object({ kind: z.literal('lines'), lines: z.array(LineRun) }),
  z.object({ kind: z.literal('texts'), before: z.string(), after: z.string() }),
]);
export type BodyComparison = z.infer<typeof BodyComparison>;

export const RevisionComparison = z
  .object({
    before: PostRevision,
    after: PostRevision,
    fields: z.array(z.object({ field: ComparedField, before: JsonValue, after: JsonValue })),
    body: BodyComparison,
  })
  .meta({ id: 'RevisionComparison' });
export type RevisionComparison = z.infer<typeof RevisionComparison>;

/** Part of a revision that could not be restored, because it was deleted or is in use elsewhere. */
const MissingPart = z.object({
  field: z.enum(['slug', 'category', 'files', 'groups']),
  /** Slug of the post, category or group, or id of the file. */
  value: z.string(),
});
export type MissingPart = z.infer<typeof MissingPart>;

export const RestoredPost = z.object({ post: AdminPost, missing: z.array(MissingPart) }).meta({ id: 'RestoredPost' });
export type RestoredPost = z.infer<typeof RestoredPost>;

const PostParams = ServiceParams.extend({ idOrSlug: PostSlug });
const RevisionParams = PostParams.extend({ revision: RevisionInAddress });

const endpoint = endpointsOf({ tag: 'post history', access: editorOfService, params: RevisionParams });

export const postHistoryApi = {
  list: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/revisions', {
    summary: 'List the revisions of a post, newest first',
    access: viewerOfService,
    params: PostParams,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(PostRevision, RevisionPagerKey),
  }),
  find: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/revisions/:revision', {
    summary: 'Get a revision of a post',
    access: viewerOfService,
    response: PostRevision.extend({ content: PostSnapshot }),
  }),
  compare: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/revisions/:revision/compare', {
    summary: 'Compare two revisions of a post',
    access: viewerOfService,
    query: z.object({
      /** Compares with this revision; the current one when absent. */
      with: RevisionInAddress.optional(),
    }),
    response: RevisionComparison,
  }),
  restore: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/revisions/:revision/restore', {
    summary: 'Restore a revision of a post; its state stays unchanged',
    body: z.object({
      /** The revision that the caller saw. If the post was saved since, the call fails with 409. */
      revision: z.int().min(1).optional(),
    }),
    response: RestoredPost,
  }),
};

export const DeletedPost = z
  .object({
    postId: z.string(),
    slug: z.string(),
    title: z.string(),
    status: PostStatus,
    deletedAt: Instant,
    deletedBy: z.string(),
    /** Time of permanent deletion. */
    goneAt: Instant,
  })
  .meta({ id: 'DeletedPost' });
export type DeletedPost = z.infer<typeof DeletedPost>;

export const DeletedPostPagerKey = z.object({ deletedAt: Instant, postId: Id });

const DeletedPostParams = ServiceParams.extend({ postId: Id });

const binEndpoint = endpointsOf({ tag: 'bin', access: editorOfService, params: DeletedPostParams });

export const deletedPostApi = {
  list: binEndpoint('GET', '/admin/posts/:serviceId/bin', {
    summary: 'List deleted posts that can be restored, last deleted first',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(DeletedPost, DeletedPostPagerKey),
  }),
  find: binEndpoint('GET', '/admin/posts/:serviceId/bin/:postId', {
    summary: 'Get a deleted post',
    access: viewerOfService,
    response: DeletedPost.extend({
      content: PostSnapshot,
      groups: z.array(z.string()),
    }),
  }),
  restore: binEndpoint('POST', '/admin/posts/:serviceId/bin/:postId/restore', {
    summary: 'Restore a deleted post',
    body: z.object({ slug: PostSlug.optional() }),
    response: RestoredPost,
  }),
  deleteForGood: binEndpoint('DELETE', '/admin/posts/:serviceId/bin/:postId', {
    summary: 'Delete a post and its history permanently',
    response: z.null(),
  }),
};
