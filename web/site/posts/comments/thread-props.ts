import type { RejectedComment } from './comment-action.server.ts';
import type { CommentsData, Place, Votes } from './load-comments.server.ts';

export interface ThreadProps extends Place {
  readonly path: string;
  readonly comments: CommentsData | null;
  readonly votes: Votes | null;
  readonly rejection: RejectedComment | undefined;
}

export interface KnownThreadProps extends ThreadProps {
  readonly comments: CommentsData;
}
