import { z } from 'zod';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { count, Order, page, pagerQuery } from './paging.ts';
import { ContentId } from './posts.ts';
import { CommentStatus } from './service-configs.ts';
import { ServiceParams } from './services.ts';
import { Instant, RevisionOrNone } from './text.ts';

export const MAX_CONTENTS = 1000;

/** A content id that accepts comments. Once a service has registered any, unregistered ids accept none. */
const ServiceContentRow = z.object({
  serviceId: z.string(),
  contentId: z.string(),
  commentDefaultPublishStatus: CommentStatus,
  revision: z.int(),
});

export const ServiceContent = ServiceContentRow.extend({
  createdAt: Instant,
  updatedAt: Instant.nullable(),
}).meta({ id: 'ServiceContent' });
export type ServiceContent = z.infer<typeof ServiceContent>;

export const ServiceContentPagerKey = z.object({ contentId: ContentId });

/** `post` is a post with this content id, if any. */
const ListedContent = ServiceContentRow.extend({
  post: z.object({ postId: z.string(), title: z.string() }).optional(),
});
export type ListedContent = z.infer<typeof ListedContent>;

/** Contents of posts that accept comments now, and that registering a first id would close. */
const OpenContents = z.object({
  /** Capped at `MAX_CONTENTS`. */
  count: z.int().max(MAX_CONTENTS),
  titles: z.array(z.string()),
});
export type OpenContents = z.infer<typeof OpenContents>;

/** `register` keeps open contents open when the first id is registered. */
const OthersChoice = z.enum(['register', 'close']);
export type OthersChoice = z.infer<typeof OthersChoice>;

const ContentParams = ServiceParams.extend({ contentId: ContentId });

const endpoint = endpointsOf({ tag: 'admin services', access: editorOfService, params: ContentParams });

export const serviceContentApi = {
  list: endpoint('GET', '/admin/services/:serviceId/content', {
    summary: 'List the registered content ids of a service',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ count: count(50), order: Order.default('asc'), ...pagerQuery }),
    response: page(ListedContent, ServiceContentPagerKey),
  }),
  open: endpoint('GET', '/admin/services/:serviceId/open-content', {
    summary: 'List contents that the first registered content id would close to comments',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ besides: ContentId.optional() }),
    response: OpenContents,
  }),
  find: endpoint('GET', '/admin/services/:serviceId/content/:contentId', {
    summary: 'Get a registered content id',
    access: viewerOfService,
    response: ServiceContent,
  }),
  save: endpoint('PUT', '/admin/services/:serviceId/content/:contentId', {
    summary: 'Register a content id (201), or change the initial state of its comments (200)',
    body: z.object({
      commentDefaultPublishStatus: CommentStatus,
      /** 0 registers the id only if it is not registered yet. */
      revision: RevisionOrNone.optional(),
      /** Sent with the first id. Without it, the other contents stay open. */
      others: OthersChoice.optional(),
    }),
    response: ServiceContent,
    alsoAnswers: [201],
  }),
  delete: endpoint('DELETE', '/admin/services/:serviceId/content/:contentId', {
    summary: 'Unregister a content id',
    response: z.null(),
  }),
};
