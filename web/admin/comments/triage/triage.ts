import { type AdminComment, adminCommentApi, type CommentAction, type StatusCounts } from '#contract/admin-comments.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import type { CommentView } from '../comment-view.ts';
import { type CommentPlace, type FoundComments, findComments } from '../load-comments.ts';
import { isRejectedByChange, reversalsOf, sendAction } from './send-action.ts';
import {
  acted,
  afterAction,
  appended,
  isChange,
  isLast,
  replaced,
  shownOf,
  startOf,
  stepped,
  type TriageState,
  toggled,
  withoutComment,
} from './triage-state.ts';

export interface UndoEntry {
  readonly action: CommentAction;
  /** Comments before the action. The server's response reduces them to those that were changed. */
  before: readonly AdminComment[];
}

type ConcurrentChange = 'changedMeanwhile' | 'editedMeanwhile';

export type TriageResult =
  | { readonly kind: 'done'; readonly action: CommentAction; readonly count: number }
  | { readonly kind: 'undone'; readonly count: number }
  | { readonly kind: 'same' | 'nothingToUndo' | ConcurrentChange | 'goneMeanwhile' }
  | { readonly kind: 'failed'; readonly error: unknown };

interface TriageTools {
  readonly call: Call;
  readonly backgroundCall: Call;
  readonly place: CommentPlace;
  readonly view: CommentView;
  /** Undo stack, shared by all lists of the screen. */
  readonly undoEntries: UndoEntry[];
  readonly now: () => string;
  readonly tell: (result: TriageResult) => void;
  readonly reload: () => void;
}

const MAX_ACTIONS = 100;

/** Updates optimistically. */
export class Triage {
  readonly #tools: TriageTools;
  readonly #listeners = new Set<() => void>();
  #state: TriageState;
  #sending: Promise<void> = Promise.resolve();
  #loading: Promise<void> | undefined;
  #waiting = 0;
  /** Number of the last step that affected a comment; responses to earlier steps are ignored. */
  readonly #lastStep = new Map<string, number>();
  #step = 0;

  constructor(tools: TriageTools, first: FoundComments, counts: StatusCounts, currentId?: string) {
    this.#tools = tools;
    this.#state = startOf(tools.view.tab, first, counts, currentId);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): TriageState => this.#state;

  go(commentId: string): void {
    this.#set({ ...this.#state, currentId: commentId });
  }

  async step(step: 1 | -1): Promise<void> {
    if (step === 1 && isLast(this.#state)) await this.more();
    this.#set(stepped(this.#state, step));
  }

  toggle(commentId: string): void {
    this.#set(toggled(this.#state, commentId));
  }

  select(commentIds: readonly string[]): void {
    this.#set({ ...this.#state, selectedIds: new Set(commentIds) });
  }

  more(): Promise<void> {
    const { nextToken } = this.#state;
    if (nextToken === undefined) return Promise.resolve();
    this.#loading ??= this.#load(nextToken).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(pageToken: string): Promise<void> {
    const { call, place, view, tell } = this.#tools;
    try {
      this.#set(appended(this.#state, await findComments(call, place, view, pageToken)));
    } catch (error) {
      tell({ kind: 'failed', error });
    }
  }

  async act(commentIds: readonly string[], action: CommentAction): Promise<void> {
    const { undoEntries, now, tell } = this.#tools;
    const requestedIds = new Set(commentIds);
    const before = shownOf(this.#state).filter((each) => requestedIds.has(each.commentId) && isChange(action, each));
    if (before.length === 0) return tell({ kind: 'same' });
    const entry: UndoEntry = { action, before };
    undoEntries.push(entry);
    if (undoEntries.length > MAX_ACTIONS) undoEntries.shift();
    const at = now();
    const after = before.map((comment) => afterAction(comment, action, at));
    const step = this.#begin(before);
    this.#set(acted(this.#state, after));
    tell({ kind: 'done', action, count: before.length });
    await Promise.all([this.#queue(() => this.#send(entry, after, step)), this.#fill()]);
  }

  async #fill(): Promise<void> {
    if (shownOf(this.#state).length === 0) await this.more();
  }

  #begin(comments: readonly AdminComment[]): number {
    this.#step += 1;
    for (const { commentId } of comments) this.#lastStep.set(commentId, this.#step);
    return this.#step;
  }

  #untouchedSince(step: number, comments: readonly AdminComment[]): readonly AdminComment[] {
    return comments.filter(({ commentId }) => (this.#lastStep.get(commentId) ?? 0) <= step);
  }

  async #send(entry: UndoEntry, after: readonly AdminComment[], step: number): Promise<void> {
    const { call, place, tell } = this.#tools;
    const changing = entry.before;
    try {
      const { items, edited } = await sendAction(call, place.serviceId, after, entry.action);
      const changed = new Set(items.map(({ commentId }) => commentId));
      entry.before = changing.filter(({ commentId }) => changed.has(commentId));
      this.#set(replaced(this.#state, this.#untouchedSince(step, items)));
      if (items.length < changing.length)
        this.#reportConcurrentChange(edited.length > 0 ? 'editedMeanwhile' : 'changedMeanwhile');
    } catch (error) {
      this.#forget(entry);
      if (isRejectedByChange(error)) return this.#refresh(changing, step);
      const untouched = this.#untouchedSince(step, changing);
      this.#revert(untouched);
      tell({ kind: 'failed', error });
      // Later steps were based on a change that failed.
      if (untouched.length < changing.length) this.#reload();
    }
  }

  async undo(): Promise<void> {
    const { undoEntries, tell } = this.#tools;
    const entry = undoEntries.pop();
    if (!entry) return tell({ kind: 'nothingToUndo' });
    const step = this.#begin(entry.before);
    this.#revert(entry.before);
    tell({ kind: 'undone', count: entry.before.length });
    await this.#queue(() => this.#sendBack(entry, step));
  }

  async #sendBack(entry: UndoEntry, step: number): Promise<void> {
    const { call, place, tell } = this.#tools;
    const known = new Set(this.#state.known.map(({ commentId }) => commentId));
    try {
      for (const { action, comments } of reversalsOf(entry)) {
        const { items, edited } = await sendAction(call, place.serviceId, comments, action);
        this.#set(replaced(this.#state, this.#untouchedSince(step, items)));
        if (edited.length > 0) this.#reportConcurrentChange('editedMeanwhile');
      }
    } catch (error) {
      if (isRejectedByChange(error)) return this.#refresh(entry.before, step);
      tell({ kind: 'failed', error });
      return this.#reload();
    }
    // Comments changed in another list may belong to this one now.
    if (entry.before.some(({ commentId }) => !known.has(commentId))) this.#reload();
  }

  #revert(comments: readonly AdminComment[]): void {
    const next = replaced(this.#state, comments);
    const ids = new Set(comments.map(({ commentId }) => commentId));
    const first = shownOf(next).find(({ commentId }) => ids.has(commentId));
    this.#set({ ...next, currentId: first?.commentId ?? next.currentId });
  }

  #forget(entry: UndoEntry): void {
    const { undoEntries } = this.#tools;
    const at = undoEntries.indexOf(entry);
    if (at >= 0) undoEntries.splice(at, 1);
    entry.before = [];
  }

  async #refresh(comments: readonly AdminComment[], step: number): Promise<void> {
    const [comment] = comments;
    if (comments.length !== 1 || comment === undefined) return this.#reportConcurrentChange();
    const { backgroundCall, place, tell } = this.#tools;
    const params = { serviceId: place.serviceId, commentId: comment.commentId };
    try {
      const now = await backgroundCall(adminCommentApi.find, { params });
      this.#set(replaced(this.#state, this.#untouchedSince(step, [now])));
      tell({ kind: now.updatedAt === comment.updatedAt ? 'changedMeanwhile' : 'editedMeanwhile' });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return this.#reportConcurrentChange();
      this.#set(withoutComment(this.#state, comment.commentId));
      tell({ kind: 'goneMeanwhile' });
    }
  }

  #reportConcurrentChange(kind: ConcurrentChange = 'changedMeanwhile'): void {
    this.#tools.tell({ kind });
    this.#reload();
  }

  #reload(): void {
    if (this.#waiting > 1) void this.#queue(async () => this.#reload());
    else this.#tools.reload();
  }

  /** Sends requests one at a time, so that an undo never overtakes its action. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    this.#sending = this.#sending.then(work).then(async () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) await this.#recount();
    });
    return this.#sending;
  }

  /** Replaces the counts by the server's, which include changes of other editors, unless more steps are pending. */
  async #recount(): Promise<void> {
    const { backgroundCall, place } = this.#tools;
    const { serviceId, contentId } = place;
    try {
      const counts = await backgroundCall(adminCommentApi.counts, { params: { serviceId }, query: { contentId } });
      if (this.#waiting === 0) this.#set({ ...this.#state, counts });
    } catch {
      // The local counts only lack changes of other editors.
    }
  }

  #set(state: TriageState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
