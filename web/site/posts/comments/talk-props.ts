import type { RefusedComment } from './comment-action.server.ts';
import type { CommentsData, Place } from './load-comments.server.ts';
import type { Votes } from './load-talk.server.ts';

export interface TalkProps extends Place {
  readonly path: string;
  readonly comments: CommentsData | null;
  readonly votes: Votes | null;
  readonly refused: RefusedComment | undefined;
}

export interface KnownTalkProps extends TalkProps {
  readonly comments: CommentsData;
}
