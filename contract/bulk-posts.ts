import { z } from 'zod';
import { AdminPostPagerKey, postListQuery, TagChoice } from './admin-posts.ts';
import { editorOfService, endpointsOf } from './endpoint.ts';
import { distinctList } from './lists.ts';
import { count, page } from './paging.ts';
import { PostStatus } from './posts.ts';
import { ServiceParams } from './services.ts';
import { CategorySlug, GroupSlug } from './slugs.ts';
import { MAX_TAGS } from './tags.ts';
import { Id } from './text.ts';

export const MAX_BULK = 500;

const postIds = distinctList(Id, { min: 1, max: MAX_BULK });

/**
 * One action on many posts: `move` to a category, or to none with an empty one; `tag` adds tags and creates new labels,
 * `untag` removes tags; `group` appends the posts to a group in the given order, `ungroup` removes them.
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
    changed: z.int(),
    unchanged: z.int(),
    /** All posts in the given order; deleted ones in their last state. */
    items: z.array(ChangedPost),
    /** Id for undoing the change, valid for its author and for one hour; `null` when nothing changed. */
    undoId: z.string().nullable(),
  })
  .meta({ id: 'BulkChanged' });
export type BulkChanged = z.infer<typeof BulkChanged>;

export const BulkUndone = z
  .object({
    items: z.array(ChangedPost),
    /**
     * Posts that were not restored, with the reason: changed by somebody since, or their former values no longer exist.
     */
    leftOut: z.array(z.object({ postId: z.string(), title: z.string(), message: z.string() })),
  })
  .meta({ id: 'BulkUndone' });
export type BulkUndone = z.infer<typeof BulkUndone>;

const endpoint = endpointsOf({ tag: 'admin posts', access: editorOfService, params: ServiceParams });

export const bulkPostApi = {
  matching: endpoint('GET', '/admin/posts/:serviceId/bulk/matching', {
    summary: 'List the ids of the posts that match the query of a post list',
    query: z.object({ count: count(1000, 2500), ...postListQuery }),
    response: page(z.string(), AdminPostPagerKey),
  }),
  change: endpoint('POST', '/admin/posts/:serviceId/bulk', {
    summary: 'Change many posts, all or none; an error names the posts that cannot be changed',
    body: BulkChange,
    response: BulkChanged,
  }),
  undo: endpoint('POST', '/admin/posts/:serviceId/bulk/undo', {
    summary: 'Undo a bulk change within an hour, by its author; later changes stay',
    body: z.object({ undoId: Id }),
    response: BulkUndone,
  }),
};
