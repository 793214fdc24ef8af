import { useEffect, useRef, useState } from 'react';
import type { VoteType } from '#contract/votes.ts';
import type { VotedOn } from './vote-call.ts';
import { toNumbers, type VoteNumbers, withVote } from './vote-numbers.ts';

/**
 * Key of the contents on which this browser has voted, without the votes. Visitors without any are spared the request
 * for their own votes.
 */

const KEY = 'kawaraban-votes';
const MAX_MARKS = 500;

function isMarked(serviceId: string, contentId: string): boolean {
  return read().includes(markOf(serviceId, contentId));
}

function markVote(serviceId: string, contentId: string, hasVoted: boolean): void {
  const mark = markOf(serviceId, contentId);
  const others = read().filter((other) => other !== mark);
  try {
    localStorage.setItem(KEY, JSON.stringify(hasVoted ? [...others, mark].slice(-MAX_MARKS) : others));
  } catch {
    // Storage is unavailable.
  }
}

function markOf(serviceId: string, contentId: string): string {
  return `${serviceId}/${contentId}`;
}

function read(): unknown[] {
  try {
    const marks: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(marks) ? marks : [];
  } catch {
    return [];
  }
}

interface Shown {
  readonly own: VoteType | undefined;
  readonly numbers: VoteNumbers;
}

interface UsedVote extends Shown {
  readonly isChanged: boolean;
  readonly vote: (choice: VoteType | undefined) => void;
}

/** Updates are optimistic and rolled back on failure; while a request is pending, only the last choice is sent next. */
export function useVote(on: VotedOn, page: Shown, onFailure: (error: unknown) => void): UsedVote {
  const { serviceId, contentId } = on;
  const [own, setOwn] = useState(page.own);
  const [numbers, setNumbers] = useState<VoteNumbers>();
  const sendState = useRef({ choice: page.own, isSending: false });

  useEffect(() => {
    if (!isMarked(serviceId, contentId)) return;
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
  const mark = ({ own }: Pick<Shown, 'own'>) => markVote(on.serviceId, on.contentId, own !== undefined);
  try {
    // Marks early, since the visitor may leave the page before the response.
    if (latestChoice() !== undefined) mark({ own: latestChoice() });
    const { sendVote } = await import('./vote-call.ts');
    for (let choice = latestChoice(); choice !== known.own; choice = latestChoice()) {
      const numbers = toNumbers(await sendVote(on, known.own, choice));
      known = { own: choice, numbers };
    }
  } finally {
    mark(known);
    show(known);
  }
}
