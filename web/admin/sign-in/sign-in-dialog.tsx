import { Modal } from '@mantine/core';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { loadActor, useActorIfKnown } from '../../session/actor.ts';
import { quietCall } from '../../session/console-call.ts';
import { answerSignInRequest, isSignInRequested, onSignInRequest } from '../../session/sign-in-request.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Loads the account again, because another user may have signed in. Ignores failures: the next screen loads it too. */
function goOn(): void {
  answerSignInRequest(true);
  loadActor(quietCall).catch(() => {});
}

/** Closes this dialog on Escape without closing dialogs below it, which also listen on the window. */
function useEscape(): void {
  // Layout effects register before the effects of other dialogs.
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !isSignInRequested()) return;
      event.stopImmediatePropagation();
      answerSignInRequest(false);
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
}

export function SignInDialog() {
  const { t } = useTranslation('console');
  const isRequested = useSyncExternalStore(onSignInRequest, isSignInRequested, () => false);
  const actor = useActorIfKnown();
  const { pathname, search } = useLocation();
  useEscape();
  return (
    <Modal
      opened={isRequested}
      onClose={() => answerSignInRequest(false)}
      title={t('signIn.again')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={500}
      centered
    >
      <p className="question">{t('signIn.againBody')}</p>
      <SignInForm username={actor?.signInName ?? ''} target={`${pathname}${search}`} onSignedIn={goOn} />
    </Modal>
  );
}
