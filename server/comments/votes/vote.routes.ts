import { messages } from '#contract/errors.ts';
import { type VoteCount, VotePagerKey, VoteType, voteApi } from '#contract/votes.ts';
import {
  type AsksAsReader,
  type Guests,
  type Reader,
  type ReaderBounds,
  ReaderLimit,
  readerOf,
} from '../../guests/index.ts';
import { badRequest } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { readPager, toPage } from '../../http/pager.ts';
import type { UseCounts } from '../../limits/index.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Vault } from '../../platform/vault.ts';
import { listHiddenContents } from '../../posts/index.ts';
import { findPublicService } from '../../services/index.ts';
import { castVote, findShownAround, takeVoteBack, type VoteTools } from './cast-vote.ts';
import { NewVoters } from './new-voters.ts';
import { findVoteTotal, listOwnVotes, listVoteCounts, listVoteCountsOfService } from './vote.repository.ts';

/** Maximum number of votes per visitor and per address within `windowMinutes`, and of new voters per content. */
interface VoteLimits {
  readonly windowMinutes: number;
  readonly votes: ReaderBounds & { readonly newReaders: number };
}

export interface VoteRouteTools extends VoteTools {
  readonly vault: Vault;
  readonly guests: Guests;
  readonly counts: UseCounts;
  readonly isEnabledComment: boolean;
  readonly voteTypesDefault: readonly VoteType[];
  readonly comments: { readonly limits: VoteLimits };
}

export function voteRoutes(api: Api, tools: VoteRouteTools): void {
  const { database, clock, comments } = tools;
  const { reader: db } = database;
  const { votes: most, windowMinutes } = comments.limits;
  const windowMs = windowMinutes * 60_000;
  const limit = new ReaderLimit(tools.counts, { deed: 'votes', windowMs });
  const newVoters = new NewVoters(tools.counts, { most: most.newReaders, windowMs });

  const hasVotes = async (serviceId: string) =>
    tools.isEnabledComment && (await findPublicService(db, serviceId))?.takesComments === true;
  const shown = async (serviceId: string, counts: VoteCount[]): Promise<VoteCount[]> => {
    const contentIds = [...new Set(counts.map(({ contentId }) => contentId))];
    const hidden = await listHiddenContents(db, { serviceId, contentIds, now: toInstant(clock.now()) });
    return counts.filter(({ contentId }) => !hidden.has(contentId));
  };
  const countsOf = async (serviceId: string, contentIds: readonly string[]): Promise<VoteCount[]> =>
    shown(serviceId, await listVoteCounts(db, serviceId, contentIds));
  /**
   * Returns the visitor when the content accepts votes, and counts the request.
   * @throws {HttpError} 400 when votes are closed, 429 when the rate limit is exceeded
   */
  const writerOf = async (request: AsksAsReader, { serviceId, contentId }: VotePlace): Promise<Reader> => {
    if (!(await hasVotes(serviceId))) throw badRequest(messages.unavailable);
    const around = await findShownAround(db, serviceId, contentId);
    const hidden = await listHiddenContents(db, { serviceId, contentIds: around, now: toInstant(clock.now()) });
    if (hidden.size > 0) throw badRequest(messages.contentNotAccepted);
    const reader = readerOf(tools, request, serviceId);
    await limit.take(reader, most);
    return reader;
  };

  api.implement(voteApi.list, async ({ params: { serviceId }, query: { contentIds, count, ...pager } }) => {
    const isOn = await hasVotes(serviceId);
    if (contentIds) return isOn ? countsOf(serviceId, contentIds) : [];
    const after = readPager(VotePagerKey, pager);
    const rows = isOn ? await listVoteCountsOfService(db, serviceId, { after, limit: count + 1 }) : [];
    const totalCount = isOn ? await findVoteTotal(db, serviceId) : 0;
    const { items, ...rest } = toPage(rows, count, ({ contentId, voteType }) => ({ contentId, voteType }));
    return { items: await shown(serviceId, items), ...rest, totalCount };
  });

  api.implement(voteApi.own, async ({ params: { serviceId }, query: { contentIds }, ...request }) => {
    if (!(await hasVotes(serviceId))) return [];
    const { readerId, isOneself } = readerOf(tools, request, serviceId);
    return isOneself ? listOwnVotes(db, { serviceId, readerId, contentIds }) : [];
  });

  api.implement(voteApi.find, async ({ params: { serviceId, contentId } }) =>
    (await hasVotes(serviceId)) ? countsOf(serviceId, [contentId]) : [],
  );

  api.implement(voteApi.cast, async ({ params, body, ...request }) => {
    const reader = await writerOf(request, params);
    const { readerId, addressHash = null } = reader;
    const voteType = toVoteType(body.type ?? 'like', tools.voteTypesDefault);
    if (reader.isNew) await newVoters.admit(reader, `${params.serviceId}#${params.contentId}`);
    await castVote(tools, { ...params, readerId, addressHash, voteType });
    return countsOf(params.serviceId, [params.contentId]);
  });

  api.implement(voteApi.takeBack, async ({ params, query: { type: voteType }, ...request }) => {
    const { readerId } = await writerOf(request, params);
    await takeVoteBack(tools, { ...params, readerId, voteType });
    return countsOf(params.serviceId, [params.contentId]);
  });
}

interface VotePlace {
  readonly serviceId: string;
  readonly contentId: string;
}

/** @throws {HttpError} 400 for a type that the configuration does not allow */
function toVoteType(said: string, types: readonly VoteType[]): VoteType {
  const { data } = VoteType.safeParse(said);
  if (data === undefined || !types.includes(data)) throw badRequest(messages.voteTypeInvalid);
  return data;
}
