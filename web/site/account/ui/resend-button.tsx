import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whilePending } from '../../../session/pending-calls.ts';
import { SessionLost } from '../../../session/session.ts';
import { showToast } from '../../ui/toasts.tsx';
import { failureOf } from '../failure.ts';
import { PlainButton } from './buttons.tsx';
import { useSessionOver } from './use-account-action.ts';

/** Each new code invalidates the previous one, so requests are spaced out. */
const WAIT_SECONDS = 30;

export interface ResendButtonProps {
  readonly send: () => Promise<void>;
  readonly isJustSent?: boolean;
  readonly onSent?: () => void;
}

export function ResendButton({ send, isJustSent = false, onSent }: ResendButtonProps) {
  const { t } = useTranslation('account');
  const endSession = useSessionOver();
  const [wait, setWait] = useState(isJustSent ? WAIT_SECONDS : 0);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(setWait, 1000, wait - 1);
    return () => clearTimeout(timer);
  }, [wait]);

  async function resend(): Promise<void> {
    if (isBusy || wait > 0) return;
    setIsBusy(true);
    try {
      await whilePending(send);
      onSent?.();
      showToast(t('done.mailSent'));
      setWait(WAIT_SECONDS);
    } catch (error) {
      if (error instanceof SessionLost) endSession();
      else showToast(t(failureOf(error, { otherwise: 'failure.mail' }).key), 'danger');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <PlainButton tone="link" aria-disabled={isBusy || wait > 0} onClick={() => void resend()}>
      {wait > 0 ? t('action.resendIn', { seconds: wait }) : t('action.resend')}
    </PlainButton>
  );
}
