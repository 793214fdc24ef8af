import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { onSessionChange } from '../../session/across-tabs.ts';
import { useSessionOver } from './ui/use-session-over.ts';

export function useFollowedSession(): void {
  const endSession = useSessionOver();
  const { revalidate } = useRevalidator();
  useEffect(
    () => onSessionChange((isSignedIn) => (isSignedIn ? void revalidate() : endSession())),
    [endSession, revalidate],
  );
}
