import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/**
 * One of the texts that the page before has left in the history; empty where there is none. A page that is loaded
 * anew still has it, but the server that rendered the page had not: it is there from the second rendering on.
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
