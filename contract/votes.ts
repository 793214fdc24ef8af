import { z } from 'zod';
import { endpointsOf, publicAccess, publicWithActor } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, page, pagerQuery } from './paging.ts';
import { ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

export const VoteType = z.enum(['like', 'dislike']);
export type VoteType = z.infer<typeof VoteType>;

/** Target of a vote: the content id of a post, or the id of a comment. */
export const VoteContentId = z.string().regex(/^[0-9a-z_-]{4,36}$/);

const MAX_IDS = 50;

const ContentIds = text({ max: MAX_IDS * 40 })
  .transform((value) => value.split(',').filter((id) => id !== ''))
  .pipe(z.array(VoteContentId).max(MAX_IDS, { error: fieldMessages.invalid }));

export const VoteCount = z
  .object({
    serviceId: z.string(),
    contentId: z.string(),
    voteType: VoteType,
    voteCount: z.int(),
    updatedAt: Instant,
  })
  .meta({ id: 'VoteCount' });
export type VoteCount = z.infer<typeof VoteCount>;

export const VotePagerKey = z.object({ contentId: VoteContentId, voteType: VoteType });
export type VotePagerKey = z.infer<typeof VotePagerKey>;

export const OwnVote = z.object({ contentId: z.string(), voteType: VoteType });
export type OwnVote = z.infer<typeof OwnVote>;

const ContentParams = ServiceParams.extend({ contentId: VoteContentId });

const endpoint = endpointsOf({ tag: 'votes', access: publicWithActor, params: ContentParams });

export const voteApi = {
  list: endpoint('GET', '/votes/:serviceId', {
    summary: 'List vote counts of a service in pages; with `contentIds` (comma-separated), only those, as an array',
    access: publicAccess,
    params: ServiceParams,
    query: z.object({ contentIds: ContentIds.optional(), count: count(50), ...pagerQuery }),
    response: z.union([
      z.array(VoteCount),
      page(VoteCount, VotePagerKey).extend({
        totalCount: z.int(),
      }),
    ]),
  }),
  own: endpoint('GET', '/votes/:serviceId/own', {
    summary: 'Get the caller’s own votes, by token or guest cookie',
    params: ServiceParams,
    query: z.object({ contentIds: ContentIds }),
    response: z.array(OwnVote),
  }),
  find: endpoint('GET', '/votes/:serviceId/:contentId', {
    summary: 'Get the vote counts of one content by type',
    access: publicAccess,
    response: z.array(VoteCount),
  }),
  cast: endpoint('POST', '/votes/:serviceId/:contentId', {
    summary: 'Vote as a user (with a token) or as a guest; replaces the earlier vote',
    /** `type` must be one of the configured types. Other keys, such as `metaInfo` of existing clients, are ignored. */
    body: z.object({ type: text({ max: 100 }).trim().nullish() }),
    response: z.array(VoteCount),
  }),
  takeBack: endpoint('DELETE', '/votes/:serviceId/:contentId', {
    summary: 'Remove the caller’s vote of a type, if there is one',
    query: z.object({ type: VoteType.default('like') }),
    response: z.array(VoteCount),
  }),
};
