import { Loader } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { isCallPending, onPendingCalls } from '../../session/pending-calls.ts';

/** Covers the page while a screen or an answer is on its way, and gives up after a while so that nobody is locked out. */
export function LoadingOverlay({ maxDurationMs }: { maxDurationMs: number }) {
  const isNavigating = useNavigation().state !== 'idle';
  const isCalling = useSyncExternalStore(onPendingCalls, isCallPending, () => false);
  const isLoading = isNavigating || isCalling;
  return isLoading ? <Overlay maxDurationMs={maxDurationMs} /> : null;
}

function Overlay({ maxDurationMs }: { maxDurationMs: number }) {
  const { t } = useTranslation('console');
  const [hasGivenUp, setHasGivenUp] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasGivenUp(true), maxDurationMs);
    return () => clearTimeout(timer);
  }, [maxDurationMs]);
  if (hasGivenUp) return null;
  return (
    <div className="loading-overlay" role="status">
      <Loader size={36} />
      <span className="sr-only">{t('console.loading')}</span>
    </div>
  );
}
