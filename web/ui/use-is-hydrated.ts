import { useSyncExternalStore } from 'react';

export function useIsHydrated(): boolean {
  return useSyncExternalStore(neverChanges, inBrowsers, onServers);
}

const neverChanges = () => () => {};
const inBrowsers = () => true;
const onServers = () => false;
