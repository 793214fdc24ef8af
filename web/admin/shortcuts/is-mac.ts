import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

export function useIsMac(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
