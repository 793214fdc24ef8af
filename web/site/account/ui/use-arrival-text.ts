import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns a text from the history state, set by the previous page; empty when missing. It survives a reload, but the
 * server does not have it, so it is read after hydration.
 */
export function useArrivalText(name: string): string {
  const { state } = useLocation();
  const isAlive = useSyncExternalStore(neverChanges, inBrowsers, onServers);
  const text = isAlive ? (state as Readonly<Record<string, unknown>> | null)?.[name] : undefined;
  return typeof text === 'string' ? text : '';
}

const neverChanges = () => () => {};
const inBrowsers = () => true;
const onServers = () => false;
