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
  readonly vote: (wanted: VoteType | undefined) => void;
}

/** Updates are optimistic and rolled back on failure; while a request is pending, only the last choice is sent next. */
export function useVote(on: VotedOn, page: Shown, onFailure: (error: unknown) => void): UsedVote {
  const { serviceId, contentId } = on;
  const [own, setOwn] = useState(page.own);
  const [numbers, setNumbers] = useState<VoteNumbers>();
  const way = useRef({ wanted: page.own, isSending: false });

  useEffect(() => {
    if (!isMarked(serviceId, contentId)) return;
    let isGone = false;
    const learn = (voteType: VoteType | undefined) => {
      if (isGone || way.current.isSending) return;
      way.current.wanted = voteType;
      setOwn(voteType);
    };
    import('./vote-call.ts').then(({ askOwnVote }) => askOwnVote({ serviceId, contentId }, learn), ignore);
    return () => {
      isGone = true;
    };
  }, [serviceId, contentId]);

  const show = (shown: Shown) => {
    setOwn(shown.own);
    setNumbers(shown.numbers);
  };
  const vote = (wanted: VoteType | undefined) => {
    const settled = { own, numbers: numbers ?? page.numbers };
    show({ own: wanted, numbers: withVote(settled.numbers, own, wanted) });
    way.current.wanted = wanted;
    if (way.current.isSending) return;
    way.current.isSending = true;
    settle(on, { settled, wantedNow: () => way.current.wanted, show })
      .catch(onFailure)
      .finally(() => {
        way.current.isSending = false;
      });
  };
  return { own, numbers: numbers ?? page.numbers, isChanged: numbers !== undefined, vote };
}

const ignore = () => {};

interface Way {
  readonly settled: Shown;
  readonly wantedNow: () => VoteType | undefined;
  readonly show: (shown: Shown) => void;
}

async function settle(on: VotedOn, { settled, wantedNow, show }: Way): Promise<void> {
  let known = settled;
  const mark = ({ own }: Pick<Shown, 'own'>) => markVote(on.serviceId, on.contentId, own !== undefined);
  try {
    // Marks early, since the visitor may leave the page before the response.
    if (wantedNow() !== undefined) mark({ own: wantedNow() });
    const { sendVote } = await import('./vote-call.ts');
    for (let wanted = wantedNow(); wanted !== known.own; wanted = wantedNow()) {
      const numbers = toNumbers(await sendVote(on, known.own, wanted));
      known = { own: wanted, numbers };
    }
  } finally {
    mark(known);
    show(known);
  }
}
