import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SIGN_IN_PATH, SIGN_UP_PATH } from '../../../paths/account.ts';
import { plainCode } from '../../../session/credential-rules.ts';
import { confirmSignUp, forgetSignUp, resendSignUpCode } from '../../../session/sign-up.ts';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage } from '../ui/account-page.tsx';
import { ResendButton } from '../ui/buttons.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import { VerificationStep } from '../ui/verification-step.tsx';

/** The URL contains a code. */
export function headers() {
  return { 'Cache-Control': 'no-store' };
}

/** Verification takes a click, since mail scanners open links. */
export default function VerifyRoute() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const username = query.get('username') ?? '';
  const code = plainCode(query.get('code') ?? '');
  const [isVerified, setIsVerified] = useState(false);
  const finish = () => {
    forgetSignUp();
    setIsVerified(true);
  };
  // Without this, the sign-up page would return to the code.
  const leave = () => {
    forgetSignUp();
    void navigate(SIGN_UP_PATH);
  };
  if (isVerified) {
    return (
      <AccountPage title={t('page.emailVerification')} lead={t('done.emailVerified')}>
        <p>
          <Link className="button" to={SIGN_IN_PATH}>
            {t('action.signIn')}
          </Link>
        </p>
      </AccountPage>
    );
  }
  if (username === '') {
    return (
      <AccountPage title={t('page.emailVerification')} lead={t('verify.brokenLink')}>
        <p>
          <Link to={SIGN_IN_PATH}>{t('verify.signInForCode')}</Link>
        </p>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t('page.emailVerification')} lead={t('verify.byLink')}>
      {code === '' ? (
        <VerificationStep
          username={username}
          email=""
          signIn={{ path: SIGN_IN_PATH, onLeave: forgetSignUp }}
          onVerified={finish}
          onBack={leave}
        />
      ) : (
        <ConfirmForm username={username} code={code} onVerified={finish} />
      )}
    </AccountPage>
  );
}

interface ConfirmFormProps {
  readonly username: string;
  readonly code: string;
  readonly onVerified: () => void;
}

function ConfirmForm({ username, code, onVerified }: ConfirmFormProps) {
  const { t } = useTranslation('account');
  const [isRejected, setIsRejected] = useState(false);
  const form = useAccountForm({
    rules: {},
    send: async () => {
      setIsRejected(false);
      await confirmSignUp(username, code);
      onVerified();
    },
    failureWords: { otherwise: 'failure.verify', notAuthorized: { key: 'failure.alreadyVerified' } },
    onFailure: () => {
      setIsRejected(true);
      return false;
    },
  });
  return (
    <>
      <AccountForm form={form} submit={t('action.verify')} />
      {isRejected && (
        <p className="ui-size-note ui-above-5 account-ways">
          <ResendButton send={() => resendSignUpCode(username)} />
          <Link to={SIGN_IN_PATH}>{t('action.signIn')}</Link>
        </p>
      )}
    </>
  );
}
