import { z } from 'zod';
import { AdminPost } from './admin-posts.ts';
import { editorOfService, endpoint, viewerOfService } from './endpoint.ts';
import { PostFile } from './files.ts';
import { JsonValue } from './json.ts';
import { count, page, pagerQuery } from './paging.ts';
import { BodyFormat, EditorMode, PostLink, PostStatus } from './posts.ts';
import { RevisionInAddress } from './revision.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant } from './text.ts';

/** What made a revision: the first save, a later one, a change of the status alone, or the restoring of an older one. */
export const RevisionKind = z.enum(['created', 'saved', 'status', 'restored']);
export type RevisionKind = z.infer<typeof RevisionKind>;

/** Everything that the author of a post had said when a revision was made, and nothing that is derived from it. */
export const PostSnapshot = z
  .object({
    slug: z.string(),
    title: z.string(),
    label: z.string(),
    description: z.string(),
    author: z.string(),
    contentId: z.string(),
    bodyFormat: BodyFormat,
    editorMode: EditorMode,
    body: z.string(),
    categorySlug: z.string().nullable(),
    /** Labels. */
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

/** A save, without what was saved. */
export const PostRevision = z
  .object({
    revision: z.int(),
    kind: RevisionKind,
    title: z.string(),
    savedAt: Instant,
    /** User name, or `key:` and the id of an API key. */
    savedBy: z.string(),
    /** Whether the post is still as it was then saved. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'PostRevision' });
export type PostRevision = z.infer<typeof PostRevision>;

/** Where a page of a post's history ends. */
export const RevisionPagerKey = z.object({ revision: z.int().min(1).max(2_147_483_647) });

/** Everything but the body, which is compared by its lines. */
const { body: _, ...comparedFields } = PostSnapshot.shape;
const ComparedField = z.enum(Object.keys(comparedFields) as [keyof typeof comparedFields]);

/** Whole lines that follow each other and fared alike. */
const LineRun = z.object({ change: z.enum(['same', 'added', 'removed']), text: z.string() });
export type LineRun = z.infer<typeof LineRun>;

/** The bodies by their lines; as whole texts where they are too long or too different for that. */
const BodyComparison = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same') }),
  z.object({ kind: z.literal('lines'), lines: z.array(LineRun) }),
  z.object({ kind: z.literal('texts'), before: z.string(), after: z.string() }),
]);
export type BodyComparison = z.infer<typeof BodyComparison>;

/** What became of one revision in another, whichever of them is older. */
export const RevisionComparison = z
  .object({
    before: PostRevision,
    after: PostRevision,
    /** Those that differ; the values are of the field's own type. */
    fields: z.array(z.object({ field: ComparedField, before: JsonValue, after: JsonValue })),
    body: BodyComparison,
  })
  .meta({ id: 'RevisionComparison' });
export type RevisionComparison = z.infer<typeof RevisionComparison>;

/** What could not come back, because it is gone or somebody else's by now. */
const MissingPart = z.object({
  field: z.enum(['slug', 'category', 'files', 'groups']),
  /** The slug of a post, category or group, or the id of a file. */
  value: z.string(),
});
export type MissingPart = z.infer<typeof MissingPart>;

export const RestoredPost = z.object({ post: AdminPost, missing: z.array(MissingPart) }).meta({ id: 'RestoredPost' });
export type RestoredPost = z.infer<typeof RestoredPost>;

const PostParams = ServiceParams.extend({ idOrSlug: PostSlug });
const RevisionParams = PostParams.extend({ revision: RevisionInAddress });

export const postHistoryApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/:idOrSlug/revisions',
    summary: 'The saves of a post, newest first',
    tag: 'post history',
    access: viewerOfService,
    params: PostParams,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(PostRevision, RevisionPagerKey),
  }),
  find: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/:idOrSlug/revisions/:revision',
    summary: 'A post as it was saved once',
    tag: 'post history',
    access: viewerOfService,
    params: RevisionParams,
    response: PostRevision.extend({ content: PostSnapshot }),
  }),
  compare: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/:idOrSlug/revisions/:revision/compare',
    summary: 'What differs between two saves of a post',
    tag: 'post history',
    access: viewerOfService,
    params: RevisionParams,
    query: z.object({
      /** The present one, unless another is named. */
      with: RevisionInAddress.optional(),
    }),
    response: RevisionComparison,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/:idOrSlug/revisions/:revision/restore',
    summary: 'Make a post say again what it said once; whether it is published stays',
    tag: 'post history',
    access: editorOfService,
    params: RevisionParams,
    body: z.object({
      /** The revision that was seen; if somebody has saved since, the answer is 409. */
      revision: z.int().min(1).optional(),
    }),
    response: RestoredPost,
  }),
};
