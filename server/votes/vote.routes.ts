import { messages } from '#contract/errors.ts';
import { type VoteCount, VotePagerKey, VoteType, voteApi } from '#contract/votes.ts';
import { type AsksAsReader, type Guests, type Reader, readerOf } from '../guests/index.ts';
import { Refusal } from '../platform/errors.ts';
import type { Api } from '../platform/implement.ts';
import { Limit } from '../platform/limit.ts';
import { readPager, toPage } from '../platform/pager.ts';
import type { Vault } from '../platform/vault.ts';
import { findPublicService } from '../services/index.ts';
import { castVote, takeVoteBack, type VoteTools } from './cast-vote.ts';
import { findVoteTotal, listOwnVotes, listVoteCounts, listVoteCountsOfService } from './vote.repository.ts';

/** How often one reader, and all readers behind one address, may vote within `windowMinutes`. */
interface VoteLimits {
  readonly windowMinutes: number;
  readonly votes: { readonly reader: number; readonly address: number };
}

export interface VoteRouteTools extends VoteTools {
  readonly vault: Vault;
  readonly guests: Guests;
  /** Whether readers meet comments at all, and votes with them. */
  readonly isEnabledComment: boolean;
  readonly voteTypesDefault: readonly VoteType[];
  readonly comments: { readonly limits: VoteLimits };
}

export function voteRoutes(api: Api, tools: VoteRouteTools): void {
  const { database, clock, comments } = tools;
  const { reader: db } = database;
  const { votes: most, windowMinutes } = comments.limits;
  const limit = new Limit(clock, { windowMs: windowMinutes * 60_000 });

  const hasVotes = async (serviceId: string) =>
    tools.isEnabledComment && (await findPublicService(db, serviceId))?.takesComments === true;
  const countsOf = (serviceId: string, contentIds: readonly string[]): Promise<VoteCount[]> =>
    listVoteCounts(db, serviceId, contentIds);
  /** Who writes, if votes are written at all. */
  const writerOf = async (request: AsksAsReader, serviceId: string): Promise<Reader> => {
    if (!(await hasVotes(serviceId))) throw new Refusal(400, { message: messages.unavailable });
    const reader = readerOf(tools, request, serviceId);
    if (reader.addressHash !== undefined) limit.take(`address ${reader.addressHash}`, most.address);
    limit.take(reader.readerId, most.reader);
    return reader;
  };

  api.implement(voteApi.list, async ({ params: { serviceId }, query: { contentIds, count, ...pager } }) => {
    const isOn = await hasVotes(serviceId);
    if (contentIds) return isOn ? countsOf(serviceId, contentIds) : [];
    const after = readPager(VotePagerKey, pager);
    const rows = isOn ? await listVoteCountsOfService(db, serviceId, { after, limit: count + 1 }) : [];
    const totalCount = isOn ? await findVoteTotal(db, serviceId) : 0;
    return { ...toPage(rows, count, ({ contentId, voteType }) => ({ contentId, voteType })), totalCount };
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
    const { readerId, addressHash = null } = await writerOf(request, params.serviceId);
    const voteType = toVoteType(body.type ?? 'like', tools.voteTypesDefault);
    await castVote(tools, { ...params, readerId, addressHash, voteType });
    return countsOf(params.serviceId, [params.contentId]);
  });

  api.implement(voteApi.takeBack, async ({ params, query: { type: voteType }, ...request }) => {
    const { readerId } = await writerOf(request, params.serviceId);
    await takeVoteBack(tools, { ...params, readerId, voteType });
    return countsOf(params.serviceId, [params.contentId]);
  });
}

/** @throws {Refusal} 400 for what nobody may vote here. */
function toVoteType(said: string, types: readonly VoteType[]): VoteType {
  const { data } = VoteType.safeParse(said);
  if (data === undefined || !types.includes(data)) throw new Refusal(400, { message: messages.voteTypeInvalid });
  return data;
}
