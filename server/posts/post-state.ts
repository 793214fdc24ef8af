import { fieldMessages, messages } from '#contract/errors.ts';
import { statusAt } from '#contract/post-status.ts';
import type { PostStatus } from '#contract/posts.ts';
import { type Clock, toEffectiveAt, toInstant } from '../platform/clock.ts';
import { invalid, Refusal } from '../platform/errors.ts';

/** What an author asks for; a publish time in the future reserves the post. */
export interface PostSchedule {
  readonly status: 'draft' | 'published';
  /** Left out, publishing is at once. */
  readonly publishAt?: Date | undefined;
}

export interface PostState {
  readonly status: PostStatus;
  readonly publishAt: string | null;
  /** Null for what readers neither see nor will see. */
  readonly effectiveAt: string | null;
}

/** What a post is before anything has been said about it. */
export const blankState: PostState = { status: 'draft', publishAt: null, effectiveAt: null };

/** The stored state that an author's wish leads to. */
export function toState({ status, publishAt }: PostSchedule, { clock }: { clock: Clock }): PostState {
  const now = toInstant(clock.now());
  const at = publishAt && toInstant(publishAt);
  return status === 'draft' ? { ...blankState, publishAt: at ?? null } : publishedFrom(at ?? now, now);
}

const WORDS = ['unpublish', 'publish', 'reserve', 'draft'] as const;
export type StatusWord = (typeof WORDS)[number];

/** Reads a status by its beginning, so that `published` and `publish` are one. */
export function readStatusWord(word: string): StatusWord {
  const known = WORDS.find((beginning) => word.startsWith(beginning));
  if (!known) throw statusInvalid();
  return known;
}

/** What is said about a post's state; whatever is left out stays. */
export interface StateWish {
  readonly status?: StatusWord | undefined;
  /** `null` takes the time away. */
  readonly publishAt?: string | null | undefined;
}

/**
 * The state that a wish leads to. A wish that changes nothing leaves even `effectiveAt` as it is.
 * @throws {Refusal} for a step that a post's life does not know, or a time that it does not allow.
 */
export function changeState(stored: PostState, { status, publishAt }: StateWish, now: string): PostState {
  const current = currentState(stored, now);
  const time = publishAt === undefined ? current.publishAt : publishAt;
  const isRepeated = time === current.publishAt;
  switch (status ?? wordFor(current.status)) {
    case 'draft':
      if (current.status !== 'draft') throw statusInvalid();
      return { ...blankState, publishAt: time };
    case 'unpublish':
      return { status: current.status === 'draft' ? 'draft' : 'unpublished', publishAt: time, effectiveAt: null };
    case 'reserve':
      return isRepeated && current.status === 'reserved' ? current : reservedFor(time, now);
    case 'publish':
      if (isRepeated && isForReaders(current.status)) return current;
      // A time that is merely taken away leaves nothing to go by; only who says so publishes now.
      return publishedFrom(time ?? (status && now), now);
  }
}

function reservedFor(time: string | null, now: string): PostState {
  if (time !== null && time <= now) throw publishAtInvalid();
  return publishedFrom(time, now);
}

/**
 * The same for a wish that is about the status alone.
 * @throws {Refusal} also when the post has that status already.
 */
export function changeStatus(stored: PostState, status: StatusWord, now: string): PostState {
  const next = changeState(stored, { status }, now);
  if (next.status === currentState(stored, now).status) throw new Refusal(400, { message: messages.sameStatus });
  return next;
}

/** The state as it is by now: what was reserved and has come is published. */
export function currentState({ status, publishAt, effectiveAt }: PostState, now: string): PostState {
  return { status: statusAt({ status, effectiveAt }, now), publishAt, effectiveAt };
}

/** Whether readers see posts of a status, now or when their time has come. */
export function isForReaders(status: string): boolean {
  return status === 'published' || status === 'reserved';
}

function wordFor(status: PostStatus): StatusWord {
  if (status === 'draft') return 'draft';
  return status === 'unpublished' ? 'unpublish' : 'publish';
}

/** After this the next tick would be in the year 10000, which no instant can name. */
const LAST_TICK = '9999-12-31T23:50:00Z';

function publishedFrom(publishAt: string | null | undefined, now: string): PostState {
  if (!publishAt) throw invalid({ publishAt: fieldMessages.required });
  if (publishAt > now && publishAt > LAST_TICK) throw publishAtInvalid();
  return {
    status: publishAt > now ? 'reserved' : 'published',
    publishAt,
    effectiveAt: toInstant(toEffectiveAt(new Date(publishAt), new Date(now))),
  };
}

function statusInvalid(): Refusal {
  return new Refusal(400, { message: messages.statusInvalid });
}

function publishAtInvalid(): Refusal {
  return invalid({ publishAt: fieldMessages.invalid });
}

/** Whether readers may open the post by its own address. */
export function isVisible(post: PostState, now: string): boolean {
  return isForReaders(post.status) && post.effectiveAt !== null && post.effectiveAt <= now;
}

/** The state in the words of the wire: ours, and the pair that existing clients read. */
export function toWireState(
  post: PostState & { readonly isHiddenInList: boolean },
  now: string,
): { status: PostStatus; postStatus: 'publish' | 'unpublish'; statusPublishAt: string } {
  const { status, publishAt } = currentState(post, now);
  const postStatus = isForReaders(status) ? 'publish' : 'unpublish';
  const prefix =
    status === 'reserved' ? 'reserve' : postStatus === 'publish' && post.isHiddenInList ? 'hidden' : postStatus;
  return { status, postStatus, statusPublishAt: `${prefix}#${publishAt ?? 'None'}` };
}
