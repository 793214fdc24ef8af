import { Modal } from '@mantine/core';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { loadActor, useActorIfKnown } from '../../session/actor.ts';
import { quietCall } from '../../session/console-call.ts';
import { answerSignInRequest, isSignInRequested, onSignInRequest } from '../../session/sign-in-request.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Whoever signed in may be somebody else than before. If that cannot be asked now, the next screen does. */
function goOn(): void {
  answerSignInRequest(true);
  loadActor(quietCall).catch(() => {});
}

/** Closes this dialog on Escape, and keeps those below it open, which listen to the window as well. */
function useEscape(): void {
  // A layout effect listens before the effects of other dialogs do.
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

/** Lets somebody whose session is lost sign in again on top of the page, so that nothing they typed is lost. */
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
