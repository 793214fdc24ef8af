import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { showToast } from '../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { notePlace, onNavigationFailure } from './keep-place.ts';

/** Tells in a toast why the page that was asked for did not come. */
export function useToldFailures(): void {
  const { t, i18n } = useTranslation();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is shown has a place of its own
  useEffect(notePlace, [key]);
  useEffect(
    () => onNavigationFailure((failure) => showToast(failureText(failure, t, i18n.exists), 'danger')),
    [t, i18n],
  );
}
