import { createContext, use } from 'react';
import type { RejectedComment } from './comment-action.server.ts';
import type { CommentsData, Place, Votes } from './load-comments.server.ts';
import type { OwnThread } from './use-own-comments.ts';

export interface ThreadProps extends Place {
  readonly path: string;
  readonly comments: CommentsData | null;
  readonly votes: Votes | null;
  readonly rejection: RejectedComment | undefined;
}

export interface KnownThreadProps extends ThreadProps {
  readonly comments: CommentsData;
}

interface SharedThread extends Omit<KnownThreadProps, keyof Place> {
  readonly place: Place;
  readonly own: OwnThread;
  readonly onDeleted: () => void;
}

export const ThreadContext = createContext<SharedThread | undefined>(undefined);

export function useThread(): SharedThread {
  const thread = use(ThreadContext);
  if (!thread) throw new Error('There is no thread around this component');
  return thread;
}
