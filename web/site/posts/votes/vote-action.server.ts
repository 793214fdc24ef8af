import { data, type RouterContextProvider, redirect } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { VoteContentId, VoteType, voteApi } from '#contract/votes.ts';
import { partCall, readerCalls } from '../../../api/page-api.server.ts';
import { enterAsGuest } from '../enter-as-guest.ts';
import { toNumbers, type VoteNumbers } from './vote-numbers.ts';
import { type FailedVote, placeOfVotes } from './vote-place.ts';

interface Sent {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: { readonly serviceId: string };
}

export async function voteAction({ context, request, params: { serviceId } }: Sent, form: FormData) {
  const contentId = String(form.get('contentId') ?? '');
  const isWithdrawal = form.has('takeBack');
  const voteType = String(form.get(isWithdrawal ? 'takeBack' : 'type') ?? '');
  const { call, headers } = readerCalls(context);
  try {
    await enterAsGuest(call);
    await send(call, { serviceId, contentId, voteType, isWithdrawal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const failedVote: FailedVote = { contentId, isTooOften: error.status === 429 };
    return data({ failedVote }, { status: error.status || 502, headers: headers() });
  }
  const place = placeOfVotes(request.url, {
    contentId,
    result: isWithdrawal ? 'none' : voteType,
    isSmall: form.has('small'),
  });
  return redirect(place, { status: 303, headers: headers() });
}

interface Requested {
  readonly serviceId: string;
  readonly contentId: string;
  readonly voteType: string;
  readonly isWithdrawal: boolean;
}

async function send(call: Call, { serviceId, contentId, voteType, isWithdrawal }: Requested): Promise<void> {
  const params = { serviceId, contentId };
  const type = VoteType.safeParse(voteType);
  const isAskable = VoteContentId.safeParse(contentId).success && type.success;
  if (!isAskable) throw new ApiError(400, { message: 'Type is invalid' });
  if (isWithdrawal) await call(voteApi.takeBack, { params, query: { type: type.data } });
  else await call(voteApi.cast, { params, body: { type: type.data } });
}

/** Null when the call failed. Ids that are too long for votes are omitted. */
export async function loadVotes(
  context: Readonly<RouterContextProvider>,
  serviceId: string,
  contentIds: readonly string[],
): Promise<Readonly<Record<string, VoteNumbers>> | null> {
  const validIds = contentIds.filter((contentId) => VoteContentId.safeParse(contentId).success);
  if (validIds.length === 0) return {};
  const query = { contentIds: validIds.join() };
  const counts = await partCall(context, voteApi.list, { params: { serviceId }, query });
  if (!Array.isArray(counts)) return null;
  const numbersOf = (contentId: string) => toNumbers(counts.filter((count) => count.contentId === contentId));
  return Object.fromEntries(validIds.map((contentId) => [contentId, numbersOf(contentId)]));
}
