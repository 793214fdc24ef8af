import { Button } from '@mantine/core';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Retry } from './use-retry.ts';

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
