import { useEffect, useRef, useState } from 'react';
import type { VoteType } from '#contract/votes.ts';
import { readStoredList, storeInList } from '../../../ui/browser-storage.ts';
import type { VotedOn } from './vote-call.ts';
import { toNumbers, type VoteNumbers, withVote } from './vote-numbers.ts';

/** Contents on which this browser has voted. Readers without any are spared the request for their own votes. */
const VOTED_KEY = 'kawaraban-votes';
const MAX_VOTED = 500;

interface Shown {
  readonly own: VoteType | undefined;
  readonly numbers: VoteNumbers;
}

/** Updates are optimistic and rolled back on failure; while a request is pending, only the last choice is sent next. */
export function useVote(on: VotedOn, page: Shown, onFailure: (error: unknown) => void) {
  const { serviceId, contentId } = on;
  const [own, setOwn] = useState(page.own);
  const [numbers, setNumbers] = useState<VoteNumbers>();
  const sendState = useRef({ choice: page.own, isSending: false });

  useEffect(() => {
    if (!readStoredList(VOTED_KEY).includes(`${serviceId}/${contentId}`)) return;
    let isCancelled = false;
    const learn = (voteType: VoteType | undefined) => {
      if (isCancelled || sendState.current.isSending) return;
      sendState.current.choice = voteType;
      setOwn(voteType);
    };
    import('./vote-call.ts').then(({ askOwnVote }) => askOwnVote({ serviceId, contentId }, learn), ignore);
    return () => {
      isCancelled = true;
    };
  }, [serviceId, contentId]);

  const show = (shown: Shown) => {
    setOwn(shown.own);
    setNumbers(shown.numbers);
  };
  const vote = (choice: VoteType | undefined) => {
    const confirmed = { own, numbers: numbers ?? page.numbers };
    show({ own: choice, numbers: withVote(confirmed.numbers, own, choice) });
    sendState.current.choice = choice;
    if (sendState.current.isSending) return;
    sendState.current.isSending = true;
    sendLatestChoice(on, { confirmed, latestChoice: () => sendState.current.choice, show })
      .catch(onFailure)
      .finally(() => {
        sendState.current.isSending = false;
      });
  };
  return { own, numbers: numbers ?? page.numbers, isChanged: numbers !== undefined, vote };
}

const ignore = () => {};

interface VoteSync {
  readonly confirmed: Shown;
  readonly latestChoice: () => VoteType | undefined;
  readonly show: (shown: Shown) => void;
}

async function sendLatestChoice(on: VotedOn, { confirmed, latestChoice, show }: VoteSync): Promise<void> {
  let known = confirmed;
  const mark = (hasVoted: boolean) =>
    storeInList(VOTED_KEY, `${on.serviceId}/${on.contentId}`, { isIn: hasVoted, max: MAX_VOTED });
  try {
    // Marks early, since the reader may leave the page before the response.
    if (latestChoice() !== undefined) mark(true);
    const { sendVote } = await import('./vote-call.ts');
    for (let choice = latestChoice(); choice !== known.own; choice = latestChoice()) {
      const numbers = toNumbers(await sendVote(on, known.own, choice));
      known = { own: choice, numbers };
    }
  } finally {
    mark(known.own !== undefined);
    show(known);
  }
}
