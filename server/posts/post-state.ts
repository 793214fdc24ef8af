import { fieldMessages, messages } from '#contract/errors.ts';
import { isForReaders, statusAt } from '#contract/post-status.ts';
import type { PostStatus } from '#contract/posts.ts';
import { badRequest, type HttpError, invalid } from '../http/errors.ts';
import { type Clock, toEffectiveAt, toInstant } from '../platform/clock.ts';

export interface PostSchedule {
  readonly status: 'draft' | 'published';
  readonly publishAt?: Date | undefined;
}

export interface PostState {
  readonly status: PostStatus;
  readonly publishAt: string | null;
  readonly effectiveAt: string | null;
}

export const blankState: PostState = { status: 'draft', publishAt: null, effectiveAt: null };

export function toState({ status, publishAt }: PostSchedule, { clock }: { clock: Clock }): PostState {
  const now = toInstant(clock.now());
  const at = publishAt && toInstant(publishAt);
  return status === 'draft' ? { ...blankState, publishAt: at ?? null } : publishedFrom(at ?? now, now);
}

const WORDS = ['unpublish', 'publish', 'reserve', 'draft'] as const;
export type StatusWord = (typeof WORDS)[number];

/** Compares beginnings, so that `published` counts as `publish`. */
export function readStatusWord(word: string): StatusWord {
  const known = WORDS.find((beginning) => word.startsWith(beginning));
  if (!known) throw statusInvalid();
  return known;
}

export interface RequestedState {
  readonly status?: StatusWord | undefined;
  readonly publishAt?: string | null | undefined;
}

/**
 * Keeps even `effectiveAt` when nothing changes.
 * @throws {HttpError} when the transition or the time is not allowed
 */
export function changeState(stored: PostState, { status, publishAt }: RequestedState, now: string): PostState {
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
      // Only an explicit `publish` without a time publishes immediately; removing the time does not.
      return publishedFrom(time ?? (status && now), now);
  }
}

function reservedFor(time: string | null, now: string): PostState {
  if (time !== null && time <= now) throw publishAtInvalid();
  return publishedFrom(time, now);
}

export function changeStatus(stored: PostState, status: StatusWord, now: string): PostState {
  const next = changeState(stored, { status }, now);
  if (next.status === currentState(stored, now).status) throw badRequest(messages.sameStatus);
  return next;
}

export function currentState({ status, publishAt, effectiveAt }: PostState, now: string): PostState {
  return { status: statusAt({ status, effectiveAt }, now), publishAt, effectiveAt };
}

function wordFor(status: PostStatus): StatusWord {
  if (status === 'draft') return 'draft';
  return status === 'unpublished' ? 'unpublish' : 'publish';
}

/** Latest publish time, because instants cannot name the year 10000. */
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

function statusInvalid(): HttpError {
  return badRequest(messages.statusInvalid);
}

function publishAtInvalid(): HttpError {
  return invalid({ publishAt: fieldMessages.invalid });
}

export function isVisible(post: PostState, now: string): boolean {
  return isForReaders(post.status) && post.effectiveAt !== null && post.effectiveAt <= now;
}

/** `postStatus` and `statusPublishAt` are for existing clients. */
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
