import { z } from 'zod';
import { AdminPost } from './admin-posts.ts';
import { editorOfService, endpointsOf } from './endpoint.ts';
import { MAX_GROUPS } from './posts.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant, Revision, RevisionOrNone, text } from './text.ts';

const TypedFile = z.object({
  fileId: text({ max: 100 }),
  mimeType: text({ max: 200 }).nullish(),
  caption: text({ max: 5000 }).nullish(),
});

/**
 * A post as typed, possibly invalid, with generous limits and the field names of a save. Absent fields are as last
 * saved.
 */
const TypedPost = z
  .object({
    slug: text({ max: 1000 }),
    title: text({ max: 5000 }),
    label: text({ max: 1000 }).nullable(),
    description: text({ max: 10_000 }).nullable(),
    author: text({ max: 1000 }).nullable(),
    language: text({ max: 100 }).nullable(),
    contentId: text({ max: 200 }).nullable(),
    bodyFormat: text({ max: 20 }),
    editorMode: text({ max: 20 }).nullable(),
    body: text({ max: 1_200_000 }).nullable(),
    category: text({ max: 1000 }).nullable(),
    status: text({ max: 40 }),
    publishAt: text({ max: 100 }).nullable(),
    isHiddenInList: z.boolean().nullable(),
    thumbnail: TypedFile.nullable(),
    images: z.array(TypedFile).max(50).nullable(),
    files: z.array(TypedFile).max(50).nullable(),
    links: z
      .array(
        z.object({
          id: z.union([z.number(), text({ max: 20 })]).nullish(),
          url: text({ max: 10_000 }).nullish(),
          label: text({ max: 5000 }).nullish(),
        }),
      )
      .max(50)
      .nullable(),
    tags: z
      .array(z.object({ tagId: text({ max: 100 }).optional(), label: text({ max: 1000 }).optional() }))
      .max(200)
      .nullable(),
    groups: z
      .array(text({ max: 1000 }))
      .max(MAX_GROUPS)
      .nullable(),
  })
  .partial()
  .meta({ id: 'TypedPost' });
export type TypedPost = z.infer<typeof TypedPost>;

export const WorkingCopy = z
  .object({
    postId: z.string(),
    /** Revision of the post that the copy is based on; 0 for a draft that was never saved by hand. */
    baseRevision: z.int(),
    revision: z.int(),
    updatedAt: Instant,
    /** True when the post has been saved since. Saving the copy then requires the newer revision. */
    isStale: z.boolean(),
    content: TypedPost,
  })
  .meta({ id: 'WorkingCopy' });
export type WorkingCopy = z.infer<typeof WorkingCopy>;

const PostParams = ServiceParams.extend({ idOrSlug: PostSlug });

/** Maximum request size in bytes: the longest body in UTF-8 plus JSON overhead. */
const BODY_LIMIT = 5 * 1024 * 1024;

const endpoint = endpointsOf({ tag: 'working copies', access: editorOfService, params: PostParams });

/** Each caller has one working copy per post and cannot access those of others. */
export const workingCopyApi = {
  find: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/working-copy', {
    summary: 'Get the caller’s unsaved working copy; null if there is none',
    response: WorkingCopy.nullable(),
  }),
  put: endpoint('PUT', '/admin/posts/:serviceId/:idOrSlug/working-copy', {
    summary: 'Store the caller’s working copy; 409 with the newer copy if `revision` is older',
    body: TypedPost.extend({
      /** 0 with a new id creates a draft. Until somebody saves it, its title and body follow the copy. */
      baseRevision: RevisionOrNone,
      /**
       * Revision of the copy as last read or written; 0 for none. Without it the copy is overwritten unconditionally.
       */
      revision: RevisionOrNone.optional(),
    }),
    bodyLimit: BODY_LIMIT,
    response: WorkingCopy,
  }),
  delete: endpoint('DELETE', '/admin/posts/:serviceId/:idOrSlug/working-copy', {
    summary: 'Delete the caller’s working copy, and a draft that was never saved; 409 if `revision` is older',
    query: z.object({ revision: z.coerce.number<number | string>().pipe(RevisionOrNone).optional() }),
    response: z.null(),
  }),
  save: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/working-copy/save', {
    summary: "Save the caller's working copy, and publish it if the status says so",
    body: z.object({
      status: text({ min: 1, max: 20 }).optional(),
      /** Revision of the post to save on, if other than the copy's `baseRevision`. */
      revision: Revision.optional(),
    }),
    response: AdminPost,
  }),
};
