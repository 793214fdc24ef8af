import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { followPlaces, onNavigationFailure } from './keep-place.ts';

export function useErrorToasts(): void {
  const { t, i18n } = useTranslation();
  useEffect(followPlaces, []);
  useEffect(
    () => onNavigationFailure((failure) => showToast(failureText(failure, t, i18n.exists), 'danger')),
    [t, i18n],
  );
}
