import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether the keyboard has Cmd in place of Ctrl; the server cannot tell. */
export function useIsMac(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
