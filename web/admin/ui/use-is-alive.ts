import { useSyncExternalStore } from 'react';

/** Whether the page's script runs: false while the server renders and until the browser has taken over. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(neverChanges, inBrowsers, onServers);
}

const neverChanges = () => () => {};
const inBrowsers = () => true;
const onServers = () => false;
