import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeError, plainCode } from '../../../session/credential-rules.ts';
import { confirmSignUp, resendSignUpCode } from '../../../session/sign-up.ts';
import { type FailureWords, failureOf } from '../failure.ts';
import { AccountForm } from './account-form.tsx';
import { PlainButton, ResendButton } from './buttons.tsx';
import { CodeField } from './fields.tsx';
import { useAccountForm } from './use-account-form.ts';

export interface VerificationStepProps {
  readonly username: string;
  readonly email: string;
  readonly isJustSent?: boolean;
  readonly takesFocus?: boolean;
  /** Link to sign-in, for addresses that were verified elsewhere in the meantime. */
  readonly signIn?: { readonly path: string; readonly onLeave: () => void };
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

const FAILURE_WORDS: FailureWords = {
  otherwise: 'failure.verify',
  notAuthorized: { key: 'failure.alreadyVerified' },
};

export function VerificationStep(props: VerificationStepProps) {
  const { username, email, isJustSent = false, takesFocus = isJustSent, signIn, onVerified, onBack } = props;
  const { t } = useTranslation('account');
  const [isRejected, setIsRejected] = useState(false);
  const form = useAccountForm({
    rules: { code: codeError },
    send: async ({ code }) => {
      await confirmSignUp(username, plainCode(code));
      onVerified();
    },
    failureWords: FAILURE_WORDS,
    onFailure: (error) => {
      setIsRejected(isCodeRejected(error));
      return false;
    },
    takesFocus,
  });
  return (
    <>
      {email.includes('@') && (
        <p className="account-lead">{t(isJustSent ? 'verify.sentTo' : 'verify.wentTo', { email })}</p>
      )}
      <AccountForm form={form} submit={t('action.verify')}>
        <CodeField {...form.field('code')} label={t('field.code')} hint={t('field.codeHint')} maxLength={16} />
      </AccountForm>
      {isRejected && signIn && (
        <p className="account-note ui-size-note ui-above-5">
          {t('verify.already')}{' '}
          <Link to={signIn.path} state={{ email }} onClick={signIn.onLeave}>
            {t('signUp.toSignIn')}
          </Link>
        </p>
      )}
      <p className="account-note ui-size-note ui-above-5">{t('verify.noMail')}</p>
      <p className="ui-size-note ui-above-5 account-ways">
        <ResendButton send={() => resendSignUpCode(username)} isJustSent={isJustSent} onSent={form.clear} />
        <PlainButton tone="link" onClick={onBack}>
          {t('verify.changeAddress')}
        </PlainButton>
      </p>
    </>
  );
}

/** Verified addresses reject every code. */
function isCodeRejected(error: unknown): boolean {
  const { key, field } = failureOf(error, FAILURE_WORDS);
  return field === 'code' || key === 'failure.alreadyVerified';
}
