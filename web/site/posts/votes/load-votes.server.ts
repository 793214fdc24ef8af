import type { RouterContextProvider } from 'react-router';
import { VoteContentId, voteApi } from '#contract/votes.ts';
import { partCall } from '../../../api/page-api.server.ts';
import { toNumbers, type VoteNumbers } from './vote-numbers.ts';

/**
 * Loads vote counts for at most 50 contents, by content id; null when the call failed. Ids that are too long for votes
 * are omitted.
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
