import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { signInPathFor } from '../session/redirect-target.ts';
import { onSessionChange } from '../session/session-mark.ts';
import { answerSignInRequest, requestSignIn } from '../session/sign-in-request.ts';
import { hasUnsavedInput } from './drafts/use-leave-guard.ts';

/** Opens the sign-in dialog instead of redirecting when a sign-out elsewhere meets unsaved input. */
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
