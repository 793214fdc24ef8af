import { z } from 'zod';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { PostSnapshot, RestoredPost } from './post-history.ts';
import { PostStatus } from './posts.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Id, Instant } from './text.ts';

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

const endpoint = endpointsOf({ tag: 'bin', access: editorOfService, params: DeletedPostParams });

export const deletedPostApi = {
  list: endpoint('GET', '/admin/posts/:serviceId/bin', {
    summary: 'List deleted posts that can be restored, last deleted first',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(DeletedPost, DeletedPostPagerKey),
  }),
  find: endpoint('GET', '/admin/posts/:serviceId/bin/:postId', {
    summary: 'Get a deleted post',
    access: viewerOfService,
    response: DeletedPost.extend({
      content: PostSnapshot,
      groups: z.array(z.string()),
    }),
  }),
  restore: endpoint('POST', '/admin/posts/:serviceId/bin/:postId/restore', {
    summary: 'Restore a deleted post',
    body: z.object({ slug: PostSlug.optional() }),
    response: RestoredPost,
  }),
  deleteForGood: endpoint('DELETE', '/admin/posts/:serviceId/bin/:postId', {
    summary: 'Delete a post and its history permanently',
    response: z.null(),
  }),
};
