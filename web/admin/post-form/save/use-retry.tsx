import { Button } from '@mantine/core';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-client.ts';

const FIRST_MS = 2000;
const LAST_MS = 60_000;

export function retryDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LAST_MS);
}

export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Returns true when the server certainly stored nothing. */
export function isRejected(error: unknown): boolean {
  return error instanceof ApiError && !isTemporary(error) && error.status !== 408;
}

export type RetryReason = 'unreachable' | 'late' | 'busy' | 'error';

export function retryReasonOf(error: unknown): RetryReason {
  if (!(error instanceof ApiError)) return 'error';
  const { status, cause } = error;
  if (status === 429 || status === 503) return 'busy';
  if (status === 504 || (cause instanceof Error && cause.name === 'TimeoutError')) return 'late';
  return status === 0 ? 'unreachable' : 'error';
}

export interface Waiting {
  readonly at: number;
  readonly failures: number;
  readonly reason: RetryReason;
}

export interface Retry {
  readonly waiting: Waiting | undefined;
  readonly later: (again: () => void, reason: RetryReason) => void;
  readonly now: () => void;
  readonly end: () => void;
}

/** Retries a failed action with backoff, when the browser comes back online, or on demand. */
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
      const wait = retryDelay(current.failures);
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

/** Announces automatic retries; the live region is always rendered, so that screen readers announce changes in it. */
export function RetryNotice({ retry: { waiting, now, end } }: { readonly retry: Retry }) {
  const { t } = useTranslation('console');
  return (
    <div className="retry-notice" role="alert">
      {waiting && (
        <div className="retry-notice-text ui-row ui-middle ui-gap-1-3">
          <TriangleAlert />
          <p>
            {t(`writing.retry.${waiting.reason}`)}{' '}
            <span aria-hidden="true">
              <Seconds key={waiting.at} until={waiting.at} />
            </span>
          </p>
          <Button size="compact-sm" variant="default" leftSection={<RefreshCw size={14} />} onClick={now}>
            {t('writing.retry.now')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={end}>
            {t('writing.retry.stop')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Seconds({ until }: { readonly until: number }) {
  const { t } = useTranslation('console');
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left > 0 ? t('writing.retry.in', { count: left }) : t('writing.retry.trying');
}

function secondsUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - Date.now()) / 1000));
}
