import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { onSessionChange } from '../session/across-tabs.ts';
import { signInPathFor } from '../session/redirect-target.ts';
import { answerSignInRequest, requestSignIn } from '../session/sign-in-request.ts';
import { hasUnsavedInput } from './ui/use-leave-guard.ts';

/** What another tab does with the session holds here, too. Unsaved input is not left for that. */
export function useSessionAcrossTabs(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionChange((isSignedIn) => {
        if (isSignedIn) answerSignInRequest(true);
        else if (hasUnsavedInput()) void requestSignIn();
        else void navigate(signInPathFor(`${location.pathname}${location.search}`));
      }),
    [navigate],
  );
}
