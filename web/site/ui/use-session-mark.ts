import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { onSessionChange } from '../../session/across-tabs.ts';
import { markSession } from '../../session/session-mark.ts';

/** Updates the session attributes after navigation, and when another tab signs in or out. */
export function useSessionMark(clientId: string): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is gone to is looked at anew
  useLayoutEffect(() => markSession(clientId), [clientId, key]);
  useLayoutEffect(() => onSessionChange(() => markSession(clientId)), [clientId]);
}
