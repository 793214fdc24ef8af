import { accountApi } from '#contract/account.ts';
import { ApiError, type Call, createApiClient } from '#contract/api-client.ts';
import { type CommentForm, type CommentInput, commentApi, type OwnComment } from '#contract/comments.ts';
import { apiBaseUrl } from '../../../session/console-config.ts';
import { enterAsGuest } from '../enter-as-guest.ts';
import { type Typed, toInput } from './comment-fields.ts';
import type { Place } from './load-comments.server.ts';
import { type ShownOwnComment, toShownOwnComment } from './shown-comment.ts';

const guestCall: Call = (endpoint, request) => createApiClient({ baseUrl: apiBaseUrl() })(endpoint, request);

/**
 * Calls with the session if there is one, else as a guest. A lost session throws instead of falling back to a guest,
 * which would post under another identity.
 */
const readerCall: Call = async (endpoint, request) => {
  if (!isSignedIn()) return guestCall(endpoint, request);
  const { sessionCall } = await import('../../../session/session.ts');
  try {
    return await sessionCall(endpoint, request);
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionLost') document.documentElement.dataset.session = 'out';
    throw error;
  }
};

function isSignedIn(): boolean {
  return document.documentElement.dataset.session === 'in';
}

export type Proof = Pick<CommentInput, 'formToken' | 'website' | 'altcha' | 'recaptcha'>;

export async function sendComment(place: Place, typed: Typed, proof: Proof): Promise<ShownOwnComment> {
  if (!isSignedIn()) await enterAsGuest(guestCall);
  return toShownOwnComment(
    await readerCall(commentApi.create, { params: place, body: { ...toInput(typed), ...proof } }),
  );
}

interface CommentChange {
  readonly typed: Typed;
  readonly seenUpdatedAt: string | null;
  readonly onConflict: (current: ShownOwnComment) => void;
}

/** @throws {ApiError} 409 when the author has changed the comment elsewhere, after `onConflict` */
export async function changeComment(
  place: Place,
  commentId: string,
  { typed, seenUpdatedAt, onConflict }: CommentChange,
): Promise<ShownOwnComment> {
  const request = { params: { ...place, commentId }, body: { ...toInput(typed), seenUpdatedAt } };
  try {
    return toShownOwnComment(await readerCall(commentApi.edit, request));
  } catch (error) {
    const current = error instanceof ApiError && error.status === 409 ? error.body.current : undefined;
    if (current !== undefined) onConflict(toShownOwnComment(current as OwnComment));
    throw error;
  }
}

export async function deleteComment(place: Place, commentId: string): Promise<void> {
  await readerCall(commentApi.delete, { params: { ...place, commentId } });
}

export async function askOwnComments(place: Place): Promise<ShownOwnComment[]> {
  const own = await readerCall(commentApi.own, { params: place });
  return own.map(toShownOwnComment);
}

export function openForm(place: Place): Promise<CommentForm> {
  return guestCall(commentApi.form, { params: place });
}

export async function askOwnName(): Promise<string> {
  if (!isSignedIn()) return '';
  const { name, email } = await readerCall(accountApi.read, {});
  // Unnamed accounts have their email address as the name, which must not be published.
  return name === email ? '' : name;
}

export type Proofs = Pick<CommentInput, 'altcha' | 'recaptcha'>;

/** Resolves with the proofs. A comment without a required one is sent anyway, and held for moderation. */
export type GetProofs = () => Promise<Proofs>;
