import { z } from 'zod';
import { TagChoice } from './admin-posts.ts';
import { editorOfService, endpoint } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { PostStatus } from './posts.ts';
import { ServiceParams } from './services.ts';
import { CategorySlug, GroupSlug } from './slugs.ts';
import { MAX_TAGS } from './tags.ts';

/** The most posts that one call changes. */
export const MAX_BULK = 500;

const postIds = z
  .array(z.string().regex(/^[0-9a-z]{26}$/))
  .min(1)
  .max(MAX_BULK)
  .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessages.duplicated });

/**
 * One thing that is done to many posts: `move` to a category, or out of all of them with an empty one; `tag` adds tags,
 * of which new labels are made, and `untag` takes them away; `group` puts the posts at the end of a group in the order
 * given, and `ungroup` takes them out.
 */
export const BulkChange = z
  .intersection(
    z.object({ postIds }),
    z.discriminatedUnion('action', [
      z.object({ action: z.enum(['publish', 'unpublish', 'delete']) }),
      z.object({ action: z.literal('move'), category: z.union([z.literal(''), CategorySlug]).nullable() }),
      z.object({ action: z.enum(['tag', 'untag']), tags: z.array(TagChoice).min(1).max(MAX_TAGS) }),
      z.object({ action: z.enum(['group', 'ungroup']), group: GroupSlug }),
    ]),
  )
  .meta({ id: 'BulkChange' });
export type BulkChange = z.output<typeof BulkChange>;

const ChangedPost = z.object({ postId: z.string(), revision: z.int(), status: PostStatus });

export const BulkChanged = z
  .object({
    /** How many posts are another than before. */
    changed: z.int(),
    /** How many were as they were to be already: to publish what is published is no mistake. */
    unchanged: z.int(),
    /** All of the posts, in the order given; deleted ones as they were last. */
    items: z.array(ChangedPost),
    /** What takes the change back, for its maker and for an hour; `null` where nothing has changed. */
    undoId: z.string().nullable(),
  })
  .meta({ id: 'BulkChanged' });
export type BulkChanged = z.infer<typeof BulkChanged>;

export const BulkUndone = z
  .object({
    /** The posts that are again as they were. */
    items: z.array(ChangedPost),
    /** Those that stay as they are, with the reason: somebody has changed them since, or what they had is gone. */
    leftOut: z.array(z.object({ postId: z.string(), title: z.string(), message: z.string() })),
  })
  .meta({ id: 'BulkUndone' });
export type BulkUndone = z.infer<typeof BulkUndone>;

export const bulkPostApi = {
  change: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/bulk',
    summary: 'Change many posts in one way, all of them or none; a refusal says which cannot be changed, and why',
    tag: 'admin posts',
    access: editorOfService,
    params: ServiceParams,
    body: BulkChange,
    response: BulkChanged,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/bulk/undo',
    summary: 'Take back a change of many posts, within an hour and by whoever made it; what was changed since stays',
    tag: 'admin posts',
    access: editorOfService,
    params: ServiceParams,
    body: z.object({ undoId: z.string().regex(/^[0-9a-z]{26}$/) }),
    response: BulkUndone,
  }),
};
