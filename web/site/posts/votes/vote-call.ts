import { type Call, createApiClient } from '#contract/api-client.ts';
import { type OwnVote, type VoteType, voteApi } from '#contract/votes.ts';
import { apiBaseUrl } from '../../../session/console-config.ts';
import { enterAsGuest } from '../enter-as-guest.ts';

/** Loaded on the first vote, so that public pages do without the API client. */

const guestCall = createApiClient({ baseUrl: apiBaseUrl() });
let entered: Promise<boolean> | undefined;

const callAsReader: Call = async (endpoint, request) => {
  if (document.documentElement.dataset.session === 'in') {
    const { sessionCall, SessionLost } = await import('../../../session/session.ts');
    try {
      return await sessionCall(endpoint, request);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
    }
  }
  entered ??= enterAsGuest(guestCall);
  const isEntered = await entered.catch((error) => {
    entered = undefined;
    throw error;
  });
  if (!isEntered) entered = undefined;
  return guestCall(endpoint, request);
};

export interface VotedOn {
  readonly serviceId: string;
  readonly contentId: string;
}

export function sendVote(params: VotedOn, before: VoteType | undefined, after: VoteType | undefined) {
  if (after !== undefined) return callAsReader(voteApi.cast, { params, body: { type: after } });
  return callAsReader(voteApi.takeBack, { params, query: { type: before } });
}

type VoteListener = (voteType: VoteType | undefined) => void;
const waiting = new Map<string, Map<string, VoteListener>>();

const MAX_BATCH = 50;

/** Batches requests within the same task into one call. */
export function askOwnVote({ serviceId, contentId }: VotedOn, listener: VoteListener): void {
  if (waiting.size === 0) setTimeout(sendBatch);
  const ofService = waiting.get(serviceId) ?? new Map<string, VoteListener>();
  waiting.set(serviceId, ofService.set(contentId, listener));
}

function sendBatch(): void {
  const batch = [...waiting];
  waiting.clear();
  for (const [serviceId, listeners] of batch) {
    const query = { contentIds: [...listeners.keys()].slice(0, MAX_BATCH).join() };
    callAsReader(voteApi.own, { params: { serviceId }, query }).then(
      (votes) => notifyListeners(listeners, votes),
      ignore,
    );
  }
}

const ignore = () => {};

function notifyListeners(listeners: ReadonlyMap<string, VoteListener>, votes: readonly OwnVote[]): void {
  for (const [contentId, listener] of listeners) listener(votes.find((vote) => vote.contentId === contentId)?.voteType);
}
