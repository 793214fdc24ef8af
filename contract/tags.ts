import { z } from 'zod';
import { endpointsOf, publicAccess } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, flag, Order, pageBothWays, pagerQuery } from './paging.ts';
import { ServiceParams } from './services.ts';
import { text } from './text.ts';

const MAX_LABEL = 128;

/** Tag label as a search value: trimmed and normalized to NFC. */
export const TagFilter = text({ max: 3 * MAX_LABEL })
  .normalize('NFC')
  .trim()
  .max(MAX_LABEL);

/**
 * Tag label, trimmed and normalized to NFC. `.` and `..` are rejected because clients resolve them as path segments, so
 * that no URL could address them.
 */
export const TagLabel = TagFilter.min(1).refine((label) => label !== '.' && label !== '..', {
  error: fieldMessages.invalid,
});

export const TAG_SEPARATORS = [',', '、', '，', '\n'];

/** Label of a new tag. Older and imported tags may contain separators; they can be read, kept and renamed. */
export const NewTagLabel = TagLabel.refine((label) => !TAG_SEPARATORS.some((mark) => label.includes(mark)), {
  error: fieldMessages.comma,
});

export const MAX_TAGS = 30;

export const Tag = z.object({ tagId: z.string(), label: z.string(), serviceId: z.string() });
export type Tag = z.infer<typeof Tag>;

export const MAX_POST_COUNT = 1000;

/** Number of visible posts, present when requested; the maximum stands for that many or more. */
export const PostCount = z.int().max(MAX_POST_COUNT).optional();

export const TagPagerKey = z.object({ label: text({ min: 1, max: MAX_LABEL }) });

const endpoint = endpointsOf({ tag: 'tags', access: publicAccess });

export const tagApi = {
  list: endpoint('GET', '/tags/:serviceId', {
    summary: 'List the tags of a service by label',
    params: ServiceParams,
    query: z.object({
      count: count(50),
      order: Order.default('asc'),
      /** Lists only tags with a post that lists currently show. */
      isUsed: flag(false),
      withPostCount: flag(false),
      ...pagerQuery,
    }),
    response: pageBothWays(Tag.extend({ postCount: PostCount }), TagPagerKey),
  }),
  find: endpoint('GET', '/tags/:serviceId/:label', {
    summary: 'Get a tag by its label',
    params: ServiceParams.extend({ label: TagLabel }),
    response: Tag,
  }),
};
