import { z } from 'zod';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { Order } from './paging.ts';
import { ServiceParams } from './services.ts';
import { NewTagLabel, Tag, TagFilter, TagLabel } from './tags.ts';
import { Id, Instant, Revision } from './text.ts';

const MAX_LISTED_TAGS = 1000;

export const AdminTag = Tag.extend({
  revision: z.int(),
  createdAt: Instant,
  postCount: z.int(),
}).meta({ id: 'AdminTag' });
export type AdminTag = z.infer<typeof AdminTag>;

const TagParams = ServiceParams.extend({ tagId: Id });
const Labeled = z.object({ label: NewTagLabel });

const endpoint = endpointsOf({ tag: 'admin tags', access: editorOfService, params: TagParams });

export const adminTagApi = {
  list: endpoint('GET', '/admin/tags/:serviceId', {
    summary: 'List tags by label with their post counts, 1,000 at a time (`after`), optionally filtered by `contains`',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      count: z.coerce.number<number | string>().int().min(1).max(MAX_LISTED_TAGS).default(MAX_LISTED_TAGS),
      order: Order.default('asc'),
      after: TagLabel.optional(),
      /** Substring of the label; letters A to Z match case-insensitively. */
      contains: TagFilter.optional(),
    }),
    response: z.array(AdminTag),
  }),
  create: endpoint('POST', '/admin/tags/:serviceId', {
    summary: 'Create a tag',
    params: ServiceParams,
    body: Labeled,
    response: AdminTag,
  }),
  rename: endpoint('POST', '/admin/tags/:serviceId/:tagId', {
    summary:
      'Rename a tag. If the label is taken, the error has that tag as `current`. 409 with `current` if `revision` is older',
    body: Labeled.extend({ revision: Revision.optional() }),
    response: AdminTag,
  }),
  merge: endpoint('POST', '/admin/tags/:serviceId/:tagId/merge', {
    summary: 'Merge a tag into another one and delete it',
    body: z.object({ into: Id }),
    response: AdminTag,
  }),
  delete: endpoint('DELETE', '/admin/tags/:serviceId/:tagId', {
    summary: 'Delete a tag and remove it from all posts',
    response: z.null(),
  }),
};
