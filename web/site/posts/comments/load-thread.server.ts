import type { RouterContextProvider } from 'react-router';
import { loadVotes } from '../votes/load-votes.server.ts';
import type { VoteNumbers } from '../votes/vote-numbers.ts';
import { type AskedComments, type CommentsData, loadComments, type Place } from './load-comments.server.ts';

export interface ThreadData {
  /** Null when the call failed; undefined when comments are closed and there are none. */
  readonly comments: CommentsData | undefined | null;
  readonly votes: Votes | null;
}

export type Votes = Readonly<Record<string, VoteNumbers>>;

export async function loadThread(
  context: Readonly<RouterContextProvider>,
  place: Place,
  asked: AskedComments,
): Promise<ThreadData> {
  const comments = await loadComments(context, place, asked);
  const commentIds = comments?.items.map(({ commentId }) => commentId) ?? [];
  return { comments, votes: await loadVotes(context, place.serviceId, [place.contentId, ...commentIds]) };
}
