import { useEffect, useMemo, useRef, useState } from 'react';
import { type RetryReason, waitAfter } from './retries.ts';

export interface Waiting {
  /** When it is tried again, in milliseconds since 1970. */
  readonly at: number;
  readonly failures: number;
  readonly reason: RetryReason;
}

export interface Retry {
  /** Nothing while nothing waits to be tried again. */
  readonly waiting: Waiting | undefined;
  /** Tries it again later; each failure in a row makes the wait longer. */
  readonly later: (again: () => void, reason: RetryReason) => void;
  readonly now: () => void;
  /** It is done, or no longer wanted. */
  readonly end: () => void;
}

/** Tries again what failed: after a while, as soon as the browser is online again, or when it is told to. */
export function useRetry(): Retry {
  const [waiting, setWaiting] = useState<Waiting>();
  const state = useRef<{ again?: (() => void) | undefined; failures: number; timer?: ReturnType<typeof setTimeout> }>({
    failures: 0,
  });

  const actions = useMemo(() => {
    const { current } = state;
    function now(): void {
      clearTimeout(current.timer);
      const { again } = current;
      current.again = undefined;
      again?.();
    }
    function later(again: () => void, reason: RetryReason): void {
      clearTimeout(current.timer);
      current.failures += 1;
      current.again = again;
      const wait = waitAfter(current.failures);
      current.timer = setTimeout(now, wait);
      setWaiting({ at: Date.now() + wait, failures: current.failures, reason });
    }
    function end(): void {
      clearTimeout(current.timer);
      Object.assign(current, { again: undefined, failures: 0 });
      setWaiting(undefined);
    }
    return { now, later, end };
  }, []);

  useEffect(() => {
    window.addEventListener('online', actions.now);
    return () => {
      window.removeEventListener('online', actions.now);
      clearTimeout(state.current.timer);
    };
  }, [actions]);

  return { waiting, ...actions };
}
