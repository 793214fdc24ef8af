import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, Order, page, pagerQuery } from './paging.ts';
import { ServiceParams } from './services.ts';
import { text } from './text.ts';

/**
 * The name of a tag, in one spelling whoever types it: without space around it, and in Unicode's composed form (NFC).
 * `.` and `..` are none, since no address could name them: every client takes them for directions.
 */
export const TagLabel = text({ max: 300 })
  .normalize('NFC')
  .trim()
  .min(1)
  .max(100)
  .refine((label) => label !== '.' && label !== '..', { error: fieldMessages.invalid });

/** The most tags one post may carry. */
export const MAX_TAGS = 30;

export const Tag = z.object({ tagId: z.string(), label: z.string(), serviceId: z.string() });
export type Tag = z.infer<typeof Tag>;

export const TagPagerKey = z.object({ label: text({ min: 1, max: 100 }) });

export const tagApi = {
  list: endpoint({
    method: 'GET',
    path: '/tags/:serviceId',
    summary: 'The tags of a service, by label',
    tag: 'tags',
    access: publicAccess,
    params: ServiceParams,
    query: z.object({ count: count(50), order: Order.default('asc'), ...pagerQuery }),
    response: page(Tag, TagPagerKey),
  }),
  find: endpoint({
    method: 'GET',
    path: '/tags/:serviceId/:label',
    summary: 'One tag by its label',
    tag: 'tags',
    access: publicAccess,
    params: ServiceParams.extend({ label: TagLabel }),
    response: Tag,
  }),
};
