import { useSyncExternalStore } from 'react';

/** Returns false during server rendering and hydration, true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(neverChanges, inBrowsers, onServers);
}

const neverChanges = () => () => {};
const inBrowsers = () => true;
const onServers = () => false;
