import { data, type RouterContextProvider, redirect } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { CommentId, commentApi, type OwnComment } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import { postPath } from '#contract/page-paths.ts';
import { postApi } from '#contract/posts.ts';
import { pageCall, readerCalls } from '../../../api/page-api.server.ts';
import { enterAsGuest } from '../enter-as-guest.ts';
import { errorsOf, failureOf } from './comment-checks.ts';
import { type Failure, type Typed, toInput, typedIn } from './comment-fields.ts';
import type { Place } from './load-comments.server.ts';

export interface RejectedComment {
  readonly commentId: string | undefined;
  readonly isDeletion: boolean;
  readonly typed: Typed;
  readonly failure: Failure;
}

export interface FormArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly params: { readonly serviceId: string; readonly slug: string };
}

export async function commentAction({ context, params }: FormArgs, form: FormData) {
  const { contentId } = await pageCall(context)(postApi.find, { params, query: {} });
  const place = { serviceId: params.serviceId, contentId };
  const { call, headers } = readerCalls(context);
  const typed = typedIn(form);
  try {
    const result = await ACTIVITIES[activityOf(form)](call, place, form, typed);
    const target = `${postPath(params.serviceId, params.slug)}${result}`;
    return redirect(target, { status: 303, headers: headers() });
  } catch (error) {
    const failure = error instanceof WrongInput ? error.failure : failureOf(error);
    const status = error instanceof ApiError ? error.status || 502 : error instanceof WrongInput ? 400 : undefined;
    // Lets unexpected errors through, so that they are logged.
    if (status === undefined) throw error;
    const activity = activityOf(form);
    const commentId = activity === 'comment' ? undefined : String(form.get('commentId'));
    const rejection: RejectedComment = { commentId, isDeletion: activity === 'delete-comment', typed, failure };
    return data(rejection, { status, headers: headers() });
  }
}

const ACTIVITIES = { comment: create, 'edit-comment': edit, 'delete-comment': remove };
type Activity = keyof typeof ACTIVITIES;

function activityOf(form: FormData): Activity {
  const intent = String(form.get('intent'));
  if (!Object.hasOwn(ACTIVITIES, intent)) throw data(null, { status: 400 });
  return intent as Activity;
}

class WrongInput extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('The comment is not one');
    this.failure = failure;
  }
}

function check(typed: Typed): void {
  const fieldErrors = errorsOf(typed);
  if (Object.keys(fieldErrors).length > 0) throw new WrongInput({ word: 'check', fieldErrors });
}

async function create(call: Call, place: Place, form: FormData, typed: Typed): Promise<string> {
  check(typed);
  await enterAsGuest(call);
  const website = String(form.get('website') ?? '').slice(0, 1000);
  const body = { ...toInput(typed), website, isPlainForm: true };
  return toPlace(await call(commentApi.create, { params: place, body }));
}

/** Without a guest cookie the reader cannot be shown their own comment, so the query contains its status only. */
function toPlace({ commentId, editableUntil, publishStatus }: OwnComment): string {
  return editableUntil === undefined
    ? `?comment=${publishStatus}#comments`
    : `?comment=${commentId}#comment-${commentId}`;
}

async function edit(call: Call, place: Place, form: FormData, typed: Typed): Promise<string> {
  check(typed);
  const seen = form.get('seenUpdatedAt');
  const body = { ...toInput(typed), ...(seen !== null && { seenUpdatedAt: String(seen) || null }) };
  return toPlace(await call(commentApi.edit, { params: toParams(place, form), body }));
}

async function remove(call: Call, place: Place, form: FormData): Promise<string> {
  await call(commentApi.delete, { params: toParams(place, form) });
  return '?comment=deleted#comments';
}

function toParams(place: Place, form: FormData) {
  const commentId = CommentId.safeParse(form.get('commentId')).data;
  if (commentId === undefined) throw new ApiError(404, { message: messages.notFound });
  return { ...place, commentId };
}
