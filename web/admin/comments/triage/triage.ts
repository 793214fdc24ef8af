import { type AdminComment, adminCommentApi, type CommentAction, type StatusCounts } from '#contract/admin-comments.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import type { CommentView } from '../comment-view.ts';
import { type CommentPlace, type FoundComments, findComments } from '../find-comments.ts';
import { isRefusedByChange, reversalsOf, sendAction } from './send-action.ts';
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

/** Something that was done, as it can be taken back. */
export interface Deed {
  readonly action: CommentAction;
  /** The comments as they were. The server says in the end which of them were changed. */
  before: readonly AdminComment[];
}

/** What has become of comments in the meantime: by other editors, or by their authors. */
type Meanwhile = 'changedMeanwhile' | 'editedMeanwhile';

/** What whoever goes through the comments is told. */
export type Told =
  | { readonly kind: 'done'; readonly action: CommentAction; readonly count: number }
  | { readonly kind: 'undone'; readonly count: number }
  | { readonly kind: 'same' | 'nothingToUndo' | Meanwhile | 'goneMeanwhile' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface TriageTools {
  /** For what somebody asked for. */
  readonly call: Call;
  /** For what nobody asked for. */
  readonly backgroundCall: Call;
  readonly place: CommentPlace;
  readonly view: CommentView;
  /** What was done on this screen so far, whichever of its lists it was done in. */
  readonly deeds: Deed[];
  readonly now: () => string;
  readonly tell: (told: Told) => void;
  /** Shows the list as it is now. */
  readonly reload: () => void;
}

/** How many steps can be taken back. */
const MAX_DEEDS = 100;

/** A list of comments that somebody goes through: it shows at once what is done, and sends it in order. */
export class Triage {
  readonly #tools: TriageTools;
  readonly #listeners = new Set<() => void>();
  #state: TriageState;
  #sending: Promise<void> = Promise.resolve();
  #loading: Promise<void> | undefined;
  #waiting = 0;
  /** The step in which something was last done with a comment: what the server says of an earlier one is past. */
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

  /** To the next comment or the one before; at the end of what is loaded, more is loaded first. */
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

  /** Loads one page more. */
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

  /** Does it with those of the comments for which it is a change, and goes on to the next one. */
  async act(commentIds: readonly string[], action: CommentAction): Promise<void> {
    const { deeds, now, tell } = this.#tools;
    const wanted = new Set(commentIds);
    const before = shownOf(this.#state).filter((each) => wanted.has(each.commentId) && isChange(action, each));
    if (before.length === 0) return tell({ kind: 'same' });
    const deed: Deed = { action, before };
    deeds.push(deed);
    if (deeds.length > MAX_DEEDS) deeds.shift();
    const at = now();
    const after = before.map((comment) => afterAction(comment, action, at));
    const step = this.#begin(before);
    this.#set(acted(this.#state, after));
    tell({ kind: 'done', action, count: before.length });
    await Promise.all([this.#queue(() => this.#send(deed, after, step)), this.#fill()]);
  }

  /** Where everything that was loaded is dealt with, the next page follows. */
  async #fill(): Promise<void> {
    if (shownOf(this.#state).length === 0) await this.more();
  }

  #begin(comments: readonly AdminComment[]): number {
    this.#step += 1;
    for (const { commentId } of comments) this.#lastStep.set(commentId, this.#step);
    return this.#step;
  }

  /** Those of the comments with which nothing was done since. */
  #untouchedSince(step: number, comments: readonly AdminComment[]): readonly AdminComment[] {
    return comments.filter(({ commentId }) => (this.#lastStep.get(commentId) ?? 0) <= step);
  }

  async #send(deed: Deed, after: readonly AdminComment[], step: number): Promise<void> {
    const { call, place, tell } = this.#tools;
    const asked = deed.before;
    try {
      const { items, edited } = await sendAction(call, place.serviceId, after, deed.action);
      const changed = new Set(items.map(({ commentId }) => commentId));
      deed.before = asked.filter(({ commentId }) => changed.has(commentId));
      this.#set(replaced(this.#state, this.#untouchedSince(step, items)));
      if (items.length < asked.length) this.#showMeanwhile(edited.length > 0 ? 'editedMeanwhile' : 'changedMeanwhile');
    } catch (error) {
      this.#forget(deed);
      if (isRefusedByChange(error)) return this.#refresh(asked, step);
      const untouched = this.#untouchedSince(step, asked);
      this.#bringBack(untouched);
      tell({ kind: 'failed', error });
      // What was done since began with what never was.
      if (untouched.length < asked.length) this.#reload();
    }
  }

  /** Takes the last step back, all of it. */
  async undo(): Promise<void> {
    const { deeds, tell } = this.#tools;
    const deed = deeds.pop();
    if (!deed) return tell({ kind: 'nothingToUndo' });
    const step = this.#begin(deed.before);
    this.#bringBack(deed.before);
    tell({ kind: 'undone', count: deed.before.length });
    await this.#queue(() => this.#sendBack(deed, step));
  }

  async #sendBack(deed: Deed, step: number): Promise<void> {
    const { call, place, tell } = this.#tools;
    const known = new Set(this.#state.known.map(({ commentId }) => commentId));
    try {
      for (const { action, comments } of reversalsOf(deed)) {
        const { items, edited } = await sendAction(call, place.serviceId, comments, action);
        this.#set(replaced(this.#state, this.#untouchedSince(step, items)));
        if (edited.length > 0) this.#showMeanwhile('editedMeanwhile');
      }
    } catch (error) {
      if (isRefusedByChange(error)) return this.#refresh(deed.before, step);
      tell({ kind: 'failed', error });
      return this.#reload();
    }
    // What was done in another list may belong to this one now.
    if (deed.before.some(({ commentId }) => !known.has(commentId))) this.#reload();
  }

  #bringBack(comments: readonly AdminComment[]): void {
    const next = replaced(this.#state, comments);
    const ids = new Set(comments.map(({ commentId }) => commentId));
    const first = shownOf(next).find(({ commentId }) => ids.has(commentId));
    this.#set({ ...next, currentId: first?.commentId ?? next.currentId });
  }

  #forget(deed: Deed): void {
    const { deeds } = this.#tools;
    const at = deeds.indexOf(deed);
    if (at >= 0) deeds.splice(at, 1);
    deed.before = [];
  }

  /** Somebody else was quicker: shows what became of it. */
  async #refresh(comments: readonly AdminComment[], step: number): Promise<void> {
    const [comment] = comments;
    if (comments.length !== 1 || comment === undefined) return this.#showMeanwhile();
    const { backgroundCall, place, tell } = this.#tools;
    const params = { serviceId: place.serviceId, commentId: comment.commentId };
    try {
      const now = await backgroundCall(adminCommentApi.find, { params });
      this.#set(replaced(this.#state, this.#untouchedSince(step, [now])));
      tell({ kind: now.updatedAt === comment.updatedAt ? 'changedMeanwhile' : 'editedMeanwhile' });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return this.#showMeanwhile();
      this.#set(withoutComment(this.#state, comment.commentId));
      tell({ kind: 'goneMeanwhile' });
    }
  }

  #showMeanwhile(kind: Meanwhile = 'changedMeanwhile'): void {
    this.#tools.tell({ kind });
    this.#reload();
  }

  /** Shows what the server has, as soon as it has what was done. */
  #reload(): void {
    if (this.#waiting > 1) void this.#queue(async () => this.#reload());
    else this.#tools.reload();
  }

  /** One after the other, so that what takes something back never overtakes it. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    this.#sending = this.#sending.then(work).then(async () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) await this.#recount();
    });
    return this.#sending;
  }

  /** Others work on the same comments: the server's counts are the true ones, unless more was done since. */
  async #recount(): Promise<void> {
    const { backgroundCall, place } = this.#tools;
    const { serviceId, contentId } = place;
    try {
      const counts = await backgroundCall(adminCommentApi.counts, { params: { serviceId }, query: { contentId } });
      if (this.#waiting === 0) this.#set({ ...this.#state, counts });
    } catch {
      // Those that are shown are right but for what others did.
    }
  }

  #set(state: TriageState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
