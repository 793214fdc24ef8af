import type { RouterContextProvider } from 'react-router';
import { loadVotes } from '../votes/load-votes.server.ts';
import type { VoteNumbers } from '../votes/vote-numbers.ts';
import { type AskedComments, type CommentsData, loadComments, type Place } from './load-comments.server.ts';

/** What readers say of a post, and what they think of it and of what is said; `null` for what could not be had. */
export interface TalkData {
  /** Nothing where there are none and none are taken. */
  readonly comments: CommentsData | undefined | null;
  readonly votes: Votes | null;
}

/** How many like and dislike the post and each of its comments, by content id. */
export type Votes = Readonly<Record<string, VoteNumbers>>;

export async function loadTalk(
  context: Readonly<RouterContextProvider>,
  place: Place,
  asked: AskedComments,
): Promise<TalkData> {
  const comments = await loadComments(context, place, asked);
  const commentIds = comments?.items.map(({ commentId }) => commentId) ?? [];
  return { comments, votes: await loadVotes(context, place.serviceId, [place.contentId, ...commentIds]) };
}
