import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FORGOT_PASSWORD_PATH } from '../../../paths/account.ts';
import {
  codeError,
  emailError,
  passwordAgainError,
  passwordError,
  plainCode,
} from '../../../session/credential-rules.ts';
import { type SignInOutcome, signIn, UnverifiedAccount } from '../../../session/sign-in.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage, Notice } from '../ui/account-page.tsx';
import { AppSecret } from '../ui/app-secret.tsx';
import { CodeField, EmailField, NewPasswordField, PasswordField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import { VerificationStep } from '../ui/verification-step.tsx';
import { OneTimeCodeStep } from './one-time-code-step.tsx';

export interface SignInStepsProps {
  readonly email: string;
  readonly onSignedIn: () => void;
  readonly children: ReactNode;
}

type Step =
  | { readonly kind: 'credentials'; readonly isAgain?: boolean }
  | { readonly kind: 'verify'; readonly account: Unverified }
  | Exclude<SignInOutcome, { readonly kind: 'signed-in' }>;

export function SignInSteps({ email: initialEmail, onSignedIn, children }: SignInStepsProps) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<Step>({ kind: 'credentials' });
  const [typed, setTyped] = useState<string>();
  const email = typed ?? initialEmail;
  const proceed = (outcome: SignInOutcome) => (outcome.kind === 'signed-in' ? onSignedIn() : setStep(outcome));
  const startAgain = () => setStep({ kind: 'credentials', isAgain: true });

  async function signInVerified({ email: name, password }: Unverified): Promise<void> {
    showToast(t('done.emailVerified'));
    try {
      proceed(await signIn(name, password));
    } catch {
      startAgain();
    }
  }

  if (step.kind === 'verify') {
    const { account } = step;
    return (
      <AccountPage title={t('page.emailVerification')}>
        <Notice>{t('failure.unverified')}</Notice>
        <VerificationStep
          username={account.username}
          email={account.email}
          takesFocus
          onVerified={() => void signInVerified(account)}
          onBack={startAgain}
        />
      </AccountPage>
    );
  }
  if (step.kind === 'new-password') {
    return <NewPasswordStep step={step} onOutcome={proceed} onStartAgain={startAgain} />;
  }
  if (step.kind === 'one-time-code') {
    return <OneTimeCodeStep step={step} onOutcome={proceed} onStartAgain={startAgain} />;
  }
  if (step.kind === 'set-up-app') {
    return <SetUpAppStep step={step} email={email} onOutcome={proceed} onStartAgain={startAgain} />;
  }
  return (
    <AccountPage title={t('page.signIn')}>
      {step.kind === 'unsupported' && <Notice tone="danger">{t('signIn.unsupported')}</Notice>}
      <CredentialsForm
        email={email}
        onEmail={setTyped}
        takesFocus={step.kind === 'unsupported' || step.isAgain === true}
        onOutcome={proceed}
        onUnverified={(account) => setStep({ kind: 'verify', account })}
      />
      {children}
    </AccountPage>
  );
}

interface SetUpAppStepProps {
  readonly step: Extract<SignInOutcome, { kind: 'set-up-app' }>;
  readonly email: string;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

function SetUpAppStep({ step, email, onOutcome, onStartAgain }: SetUpAppStepProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    rules: { code: codeError },
    send: async ({ code }) => onOutcome(await step.complete(plainCode(code))),
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.expired' } },
  });
  return (
    <AccountPage title={t('mfa.setUpTitle')} lead={t('signIn.appBody')}>
      <AppSecret secret={step.secret} account={email === '' ? step.username : email} />
      <AccountForm form={form} submit={t('action.verify')} onCancel={onStartAgain}>
        <CodeField {...form.field('code')} label={t('field.oneTimeCode')} hint={t('mfa.codeHint')} maxLength={16} />
      </AccountForm>
    </AccountPage>
  );
}

interface NewPasswordStepProps {
  readonly step: Extract<SignInOutcome, { kind: 'new-password' }>;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

function NewPasswordStep({ step, onOutcome, onStartAgain }: NewPasswordStepProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    rules: {
      password: passwordError,
      again: passwordAgainError,
    },
    send: async ({ password }) => {
      const outcome = await step.complete(password);
      showToast(t('done.passwordUpdated'));
      onOutcome(outcome);
    },
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.expired' } },
    takesFocus: true,
  });
  return (
    <AccountPage title={t('signIn.newPasswordTitle')} lead={t('signIn.newPasswordBody')}>
      <AccountForm form={form} submit={t('signIn.submitNewPassword')} onCancel={onStartAgain}>
        <NewPasswordField {...form.field('password')} label={t('field.newPassword')} />
        <PasswordField {...form.field('again')} label={t('field.passwordAgain')} autoComplete="new-password" />
      </AccountForm>
    </AccountPage>
  );
}

interface Unverified {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

interface CredentialsFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly takesFocus: boolean;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onUnverified: (account: Unverified) => void;
}

function CredentialsForm({ email, onEmail, takesFocus, onOutcome, onUnverified }: CredentialsFormProps) {
  const { t } = useTranslation('account');
  const [carried, setCarried] = useState('');
  const form = useAccountForm({
    rules: { email: emailError, password: passwordError },
    send: async (values) => {
      const name = values.email.trim();
      onEmail(name);
      onOutcome(await signIn(name, values.password));
    },
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.mismatch' } },
    onFailure: (error, values) => {
      if (!(error instanceof UnverifiedAccount)) return false;
      onUnverified({ username: error.username, email: values.email.trim(), password: values.password });
      return true;
    },
    takesFocus,
  });
  const carryEmail = () => setCarried(form.typedIn('email'));
  return (
    <AccountForm form={form} submit={t('action.signIn')}>
      <EmailField {...form.field('email')} label={t('field.email')} defaultValue={email} />
      <PasswordField {...form.field('password')} label={t('field.password')} autoComplete="current-password" />
      <p className="account-beside">
        <Link to={FORGOT_PASSWORD_PATH} state={{ email: carried }} onFocus={carryEmail} onPointerDown={carryEmail}>
          {t('signIn.forgot')}
        </Link>
      </p>
    </AccountForm>
  );
}
