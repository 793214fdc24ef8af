import { z } from 'zod';
import { BodyFormat, EditorMode, PostFile, PostLink, PostStatus } from './posts.ts';
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
