import { messages } from '#contract/errors.ts';
import { type VoteCount, VotePagerKey, VoteType, voteApi } from '#contract/votes.ts';
import {
  type Guests,
  type RateLimits,
  type Reader,
  type ReaderLimits,
  ReaderRateLimit,
  type ReaderRequest,
  readerOf,
} from '../../access/index.ts';
import { badRequest } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { readPager, toPage } from '../../http/pager.ts';
import { MINUTE_MS, toInstant } from '../../platform/clock.ts';
import type { Vault } from '../../platform/vault.ts';
import { listHiddenContents } from '../../posts/index.ts';
import { findPublicService } from '../../services/index.ts';
import { castVote, listContentIdsShowing, NewVoterLimit, removeVote, type VoteTools } from './cast-vote.ts';
import { findVoteTotal, listOwnVotes, listVoteCounts, listVoteCountsOfService } from './vote.repository.ts';

interface VoteLimits {
  readonly windowMinutes: number;
  readonly votes: ReaderLimits & { readonly newReaders: number };
}

export interface VoteRouteTools extends VoteTools {
  readonly vault: Vault;
  readonly guests: Guests;
  readonly rateLimits: RateLimits;
  readonly isEnabledComment: boolean;
  readonly voteTypesDefault: readonly VoteType[];
  readonly comments: { readonly limits: VoteLimits };
}

export function voteRoutes(api: Api, tools: VoteRouteTools): void {
  const { database, clock, comments } = tools;
  const { reader: db } = database;
  const { votes: limits, windowMinutes } = comments.limits;
  const windowMs = windowMinutes * MINUTE_MS;
  const voteLimit = new ReaderRateLimit(tools.rateLimits, { action: 'votes', windowMs });
  const newVoterLimit = new NewVoterLimit(tools.rateLimits, { limit: limits.newReaders, windowMs });

  const acceptsVotes = async (serviceId: string) =>
    tools.isEnabledComment && (await findPublicService(db, serviceId))?.takesComments === true;
  const filterHidden = async (serviceId: string, counts: VoteCount[]): Promise<VoteCount[]> => {
    const contentIds = [...new Set(counts.map(({ contentId }) => contentId))];
    const hidden = await listHiddenContents(db, { serviceId, contentIds, now: toInstant(clock.now()) });
    return counts.filter(({ contentId }) => !hidden.has(contentId));
  };
  const countsOf = async (serviceId: string, contentIds: readonly string[]): Promise<VoteCount[]> =>
    filterHidden(serviceId, await listVoteCounts(db, serviceId, contentIds));
  const requireVoter = async (request: ReaderRequest, { serviceId, contentId }: VoteTarget): Promise<Reader> => {
    if (!(await acceptsVotes(serviceId))) throw badRequest(messages.unavailable);
    const contentIds = await listContentIdsShowing(db, serviceId, contentId);
    const hidden = await listHiddenContents(db, { serviceId, contentIds, now: toInstant(clock.now()) });
    if (hidden.size > 0) throw badRequest(messages.contentNotAccepted);
    const reader = readerOf(tools, request, serviceId);
    await voteLimit.consume(reader, limits);
    return reader;
  };

  api.implement(voteApi.list, async ({ params: { serviceId }, query: { contentIds, count, ...pager } }) => {
    const isEnabled = await acceptsVotes(serviceId);
    if (contentIds) return isEnabled ? countsOf(serviceId, contentIds) : [];
    const after = readPager(VotePagerKey, pager);
    const rows = isEnabled ? await listVoteCountsOfService(db, serviceId, { after, limit: count + 1 }) : [];
    const totalCount = isEnabled ? await findVoteTotal(db, serviceId) : 0;
    const { items, ...rest } = toPage(rows, count, ({ contentId, voteType }) => ({ contentId, voteType }));
    return { items: await filterHidden(serviceId, items), ...rest, totalCount };
  });

  api.implement(voteApi.own, async ({ params: { serviceId }, query: { contentIds }, ...request }) => {
    if (!(await acceptsVotes(serviceId))) return [];
    const { readerId, isIdentified } = readerOf(tools, request, serviceId);
    return isIdentified ? listOwnVotes(db, { serviceId, readerId, contentIds }) : [];
  });

  api.implement(voteApi.find, async ({ params: { serviceId, contentId } }) =>
    (await acceptsVotes(serviceId)) ? countsOf(serviceId, [contentId]) : [],
  );

  api.implement(voteApi.cast, async ({ params, body, ...request }) => {
    const reader = await requireVoter(request, params);
    const { readerId, addressHash = null } = reader;
    const voteType = toVoteType(body.type ?? 'like', tools.voteTypesDefault);
    if (reader.isNew) await newVoterLimit.consume(reader, `${params.serviceId}#${params.contentId}`);
    await castVote(tools, { ...params, readerId, addressHash, voteType });
    return countsOf(params.serviceId, [params.contentId]);
  });

  api.implement(voteApi.takeBack, async ({ params, query: { type: voteType }, ...request }) => {
    const { readerId } = await requireVoter(request, params);
    await removeVote(tools, { ...params, readerId, voteType });
    return countsOf(params.serviceId, [params.contentId]);
  });
}

interface VoteTarget {
  readonly serviceId: string;
  readonly contentId: string;
}

function toVoteType(type: string, types: readonly VoteType[]): VoteType {
  const { data } = VoteType.safeParse(type);
  if (data === undefined || !types.includes(data)) throw badRequest(messages.voteTypeInvalid);
  return data;
}
