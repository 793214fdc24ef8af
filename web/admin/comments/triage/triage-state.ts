import type { AdminComment, CommentAction, CommentedPost, StatusCounts } from '#contract/admin-comments.ts';
import type { CommentTab } from '../comment-view.ts';
import type { FoundComments } from '../load-comments.ts';

export interface TriageState {
  readonly tab: CommentTab;
  /** Loaded comments in list order, including those that have left the tab, which undo may bring back. */
  readonly known: readonly AdminComment[];
  readonly posts: ReadonlyMap<string, CommentedPost>;
  readonly counts: StatusCounts;
  readonly nextToken: string | undefined;
  readonly currentId: string | undefined;
  readonly selectedIds: ReadonlySet<string>;
}

export function startOf(tab: CommentTab, page: FoundComments, counts: StatusCounts, currentId?: string): TriageState {
  const empty = { tab, known: [], posts: new Map(), counts, currentId, selectedIds: new Set<string>() };
  return appended({ ...empty, nextToken: page.nextToken }, page);
}

export function appended(state: TriageState, { comments, posts, nextToken }: FoundComments): TriageState {
  const knownIds = new Set(state.known.map(({ commentId }) => commentId));
  return withCurrent({
    ...state,
    known: [...state.known, ...comments.filter(({ commentId }) => !knownIds.has(commentId))],
    posts: new Map([...state.posts, ...posts.map((post) => [post.contentId, post] as const)]),
    nextToken,
  });
}

export function shownOf({ tab, known }: TriageState): readonly AdminComment[] {
  return known.filter((comment) => belongsTo(tab, comment));
}

function belongsTo(tab: CommentTab, { publishStatus, deletedAt }: AdminComment): boolean {
  if (tab === 'deleted' || deletedAt !== null) return tab === 'deleted' && deletedAt !== null;
  return tab === 'all' || publishStatus === tab;
}

export function afterAction(comment: AdminComment, action: CommentAction, now: string): AdminComment {
  if (action === 'delete') return { ...comment, deletedAt: now };
  if (action === 'spam') return { ...comment, deletedAt: now, isSpam: true };
  if (action === 'restore') return { ...comment, deletedAt: null, deletedBy: null, isSpam: false };
  return { ...comment, publishStatus: action };
}

export function isChange(action: CommentAction, { publishStatus, deletedAt }: AdminComment): boolean {
  if (action === 'restore') return deletedAt !== null;
  return deletedAt === null && action !== publishStatus;
}

export function replaced(state: TriageState, comments: readonly AdminComment[]): TriageState {
  const next = new Map(comments.map((comment) => [comment.commentId, comment]));
  const old = state.known.filter(({ commentId }) => next.has(commentId));
  const counts = countsAfter(state.counts, old, [...next.values()].filter(isAmong(old)));
  return withCurrent({
    ...state,
    counts,
    known: state.known.map((comment) => next.get(comment.commentId) ?? comment),
  });
}

export function withoutComment(state: TriageState, commentId: string): TriageState {
  const removed = state.known.filter((comment) => comment.commentId === commentId);
  return withCurrent({
    ...withCurrentAfter(state, new Set([commentId])),
    counts: countsAfter(state.counts, removed, []),
    known: state.known.filter((comment) => comment.commentId !== commentId),
  });
}

const isAmong = (comments: readonly AdminComment[]) => {
  const ids = new Set(comments.map(({ commentId }) => commentId));
  return ({ commentId }: AdminComment) => ids.has(commentId);
};

export function acted(state: TriageState, comments: readonly AdminComment[]): TriageState {
  const ids = new Set(comments.map(({ commentId }) => commentId));
  return replaced({ ...withCurrentAfter(state, ids), selectedIds: new Set() }, comments);
}

/** Moves to the comment after the last of these, or before them when there is none. */
function withCurrentAfter(state: TriageState, ids: ReadonlySet<string>): TriageState {
  const shown = shownOf(state);
  const last = shown.findLastIndex(({ commentId }) => ids.has(commentId));
  if (last < 0) return state;
  const isFree = ({ commentId }: AdminComment) => !ids.has(commentId);
  const next = shown.slice(last + 1).find(isFree) ?? shown.slice(0, last).findLast(isFree);
  return { ...state, currentId: next?.commentId ?? shown[last]?.commentId };
}

export function stepped(state: TriageState, step: 1 | -1): TriageState {
  const shown = shownOf(state);
  const at = shown.findIndex(({ commentId }) => commentId === state.currentId);
  const next = shown[Math.min(Math.max(at + step, 0), shown.length - 1)];
  return { ...state, currentId: next?.commentId };
}

export function isLast(state: TriageState): boolean {
  return shownOf(state).at(-1)?.commentId === state.currentId;
}

export function toggled(state: TriageState, commentId: string): TriageState {
  const selectedIds = new Set(state.selectedIds);
  if (!selectedIds.delete(commentId)) selectedIds.add(commentId);
  return { ...state, selectedIds };
}

function withCurrent(state: TriageState): TriageState {
  const shown = shownOf(state);
  const ids = new Set(shown.map(({ commentId }) => commentId));
  const isThere = state.currentId !== undefined && ids.has(state.currentId);
  return {
    ...state,
    currentId: isThere ? state.currentId : shown[0]?.commentId,
    selectedIds: new Set([...state.selectedIds].filter((id) => ids.has(id))),
  };
}

function countsAfter(
  counts: StatusCounts,
  before: readonly AdminComment[],
  after: readonly AdminComment[],
): StatusCounts {
  const next = { ...counts };
  for (const comment of before) next[segmentOf(comment)] = Math.max(0, next[segmentOf(comment)] - 1);
  for (const comment of after) next[segmentOf(comment)] += 1;
  return next;
}

function segmentOf({ publishStatus, deletedAt }: AdminComment): keyof StatusCounts {
  return deletedAt === null ? publishStatus : 'deleted';
}
