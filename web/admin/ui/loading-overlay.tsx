import { Button, Group, Loader } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { isCallPending, onPendingCalls } from '../../session/pending-calls.ts';
import type { Loading } from '../../ui/loading-overlay.tsx';

/** Covers the page during navigation and calls. After `maxDurationMs` it uncovers the page and offers to reload. */
export function LoadingOverlay({ maxDurationMs }: { maxDurationMs: number }) {
  const isNavigating = useNavigation().state !== 'idle';
  const isCalling = useSyncExternalStore(onPendingCalls, isCallPending, () => false);
  const isLoading = isNavigating || isCalling;
  return isLoading ? <Overlay maxDurationMs={maxDurationMs} /> : null;
}

function Overlay({ maxDurationMs }: { maxDurationMs: number }) {
  const { t } = useTranslation('console');
  const [loading, setLoading] = useState<Loading>('shown');
  useEffect(() => {
    const timer = setTimeout(setLoading, maxDurationMs, 'late');
    return () => clearTimeout(timer);
  }, [maxDurationMs]);
  if (loading === 'none') return null;
  if (loading === 'late') {
    return (
      <Group className="loading-late" role="status" gap="xs">
        <span>{t('console.late')}</span>
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          {t('console.reload')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setLoading('none')}>
          {t('console.goOn')}
        </Button>
      </Group>
    );
  }
  return (
    <div className="loading-overlay" role="status">
      <Loader size={36} />
      <span className="sr-only">{t('console.loading')}</span>
    </div>
  );
}
