import type { RouterContextProvider } from 'react-router';
import { VoteContentId, voteApi } from '#contract/votes.ts';
import { partCall } from '../../../api/page-api.server.ts';
import { toNumbers, type VoteNumbers } from './vote-numbers.ts';

/**
 * The numbers of each of at most fifty contents, by content id; `null` where they could not be had. An id that is too
 * long for votes has none.
 */
export async function loadVotes(
  context: Readonly<RouterContextProvider>,
  serviceId: string,
  contentIds: readonly string[],
): Promise<Readonly<Record<string, VoteNumbers>> | null> {
  const asked = contentIds.filter((contentId) => VoteContentId.safeParse(contentId).success);
  if (asked.length === 0) return {};
  const query = { contentIds: asked.join() };
  const counts = await partCall(context, voteApi.list, { params: { serviceId }, query });
  if (!Array.isArray(counts)) return null;
  const numbersOf = (contentId: string) => toNumbers(counts.filter((count) => count.contentId === contentId));
  return Object.fromEntries(asked.map((contentId) => [contentId, numbersOf(contentId)]));
}
