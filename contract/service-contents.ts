import { z } from 'zod';
import { editorOfService, endpoint, viewerOfService } from './endpoint.ts';
import { count, Order, page, pagerQuery } from './paging.ts';
import { ContentId } from './posts.ts';
import { RevisionOrNone } from './revision.ts';
import { CommentStatus } from './service-configs.ts';
import { ServiceParams } from './services.ts';
import { Instant } from './text.ts';

/** How many content ids a service may register. */
export const MAX_CONTENTS = 1000;

/** A content id that takes comments. Once a service has any, its others take none. */
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

/** A registered content id, and a post that it belongs to, where there is one. */
const ListedContent = ServiceContentRow.extend({
  post: z.object({ postId: z.string(), title: z.string() }).optional(),
});
export type ListedContent = z.infer<typeof ListedContent>;

/** Contents of posts that take comments for want of a register, and that a first registered id would close. */
const OpenContents = z.object({
  /** `MAX_CONTENTS` where there are as many or more. */
  count: z.int().max(MAX_CONTENTS),
  /** The first of them, by the title of a post. */
  titles: z.array(z.string()),
});
export type OpenContents = z.infer<typeof OpenContents>;

/** What becomes of open contents with the first registered id: `register` keeps them open. */
const OthersChoice = z.enum(['register', 'close']);
export type OthersChoice = z.infer<typeof OthersChoice>;

const ContentParams = ServiceParams.extend({ contentId: ContentId });

export const serviceContentApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/services/:serviceId/content',
    summary: 'The registered content ids of a service, by id',
    tag: 'admin services',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ count: count(50), order: Order.default('asc'), ...pagerQuery }),
    response: page(ListedContent, ServiceContentPagerKey),
  }),
  open: endpoint({
    method: 'GET',
    path: '/admin/services/:serviceId/open-content',
    summary: 'Contents of posts that the first registered content id would close',
    tag: 'admin services',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ besides: ContentId.optional() }),
    response: OpenContents,
  }),
  find: endpoint({
    method: 'GET',
    path: '/admin/services/:serviceId/content/:contentId',
    summary: 'One registered content id',
    tag: 'admin services',
    access: viewerOfService,
    params: ContentParams,
    response: ServiceContent,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/admin/services/:serviceId/content/:contentId',
    summary: 'Register a content id (201), or change what state its comments begin in (200)',
    tag: 'admin services',
    access: editorOfService,
    params: ContentParams,
    body: z.object({
      commentDefaultPublishStatus: CommentStatus,
      /** 0 registers the id only if nobody has. */
      revision: RevisionOrNone.optional(),
      /** With the first id; without a choice nothing is closed. */
      others: OthersChoice.optional(),
    }),
    response: ServiceContent,
    alsoAnswers: [201],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/admin/services/:serviceId/content/:contentId',
    summary: 'Take a content id off the register',
    tag: 'admin services',
    access: editorOfService,
    params: ContentParams,
    response: z.null(),
  }),
};
