import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { confirm } from '../ui/confirm.tsx';

const guards = new Set<() => boolean>();

export function hasUnsavedInput(): boolean {
  return [...guards].some((hasUnsaved) => hasUnsaved());
}

/** Asks before leaving a screen with unsaved input. Closing or reloading the page shows the browser's own dialog. */
export function useLeaveGuard(hasUnsaved: () => boolean, onLeave: () => void): void {
  const { t } = useTranslation('console');
  const current = useRef(hasUnsaved);
  current.current = hasUnsaved;
  useEffect(() => {
    const guard = () => current.current();
    const onClose = (event: BeforeUnloadEvent) => {
      if (guard()) event.preventDefault();
    };
    guards.add(guard);
    window.addEventListener('beforeunload', onClose);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', onClose);
    };
  }, []);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && current.current(),
  );
  const isBlocked = blocker.state === 'blocked';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once per navigation attempt
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t('confirm.leaveTitle'),
      text: t('confirm.leave'),
      action: t('action.leave'),
      isDangerous: true,
    };
    void confirm(question).then((isConfirmed) => {
      if (!isConfirmed) return blocker.reset();
      onLeave();
      blocker.proceed();
    });
  }, [isBlocked]);
}
