import type { RefusedComment } from './comment-action.server.ts';
import type { CommentsData, Place } from './load-comments.server.ts';
import type { Votes } from './load-talk.server.ts';

export interface TalkProps extends Place {
  /** The post's own address. */
  readonly path: string;
  /** `null` where the comments could not be had. */
  readonly comments: CommentsData | null;
  readonly votes: Votes | null;
  /** What a form has sent and was not taken. */
  readonly refused: RefusedComment | undefined;
}

export interface KnownTalkProps extends TalkProps {
  readonly comments: CommentsData;
}
