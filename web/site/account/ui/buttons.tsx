import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useAccountAction } from './use-account-action.ts';

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly tone?: 'plain' | 'danger' | 'link';
}

/** Disabled until hydration, so that no click is lost. */
export function PlainButton({ tone = 'plain', disabled = false, ...props }: PlainButtonProps) {
  const isHydrated = useIsHydrated();
  return (
    <button
      type="button"
      className={tone === 'link' ? 'link-button' : 'button'}
      data-tone={tone}
      disabled={disabled || !isHydrated}
      {...props}
    />
  );
}

/** Each new code invalidates the previous one, so requests are spaced out. */
const WAIT_SECONDS = 30;

export interface ResendButtonProps {
  readonly send: () => Promise<void>;
  readonly isJustSent?: boolean;
  readonly onSent?: () => void;
}

export function ResendButton({ send, isJustSent = false, onSent }: ResendButtonProps) {
  const { t } = useTranslation('account');
  const { isBusy, run } = useAccountAction('failure.mail');
  const [wait, setWait] = useState(isJustSent ? WAIT_SECONDS : 0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(setWait, 1000, wait - 1);
    return () => clearTimeout(timer);
  }, [wait]);

  async function resend(): Promise<void> {
    await send();
    onSent?.();
    showToast(t('done.mailSent'));
    setWait(WAIT_SECONDS);
  }

  return (
    <PlainButton tone="link" aria-disabled={isBusy || wait > 0} onClick={() => wait === 0 && void run(resend)}>
      {wait > 0 ? t('action.resendIn', { seconds: wait }) : t('action.resend')}
    </PlainButton>
  );
}
