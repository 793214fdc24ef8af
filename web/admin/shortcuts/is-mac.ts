import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Returns whether the keyboard has a Cmd key. False during server rendering. */
export function useIsMac(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
