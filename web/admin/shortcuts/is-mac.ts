import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Returns false during server rendering. */
export function useIsMac(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
