import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SignInOutcome, signIn } from '../../../session/sign-in.ts';
import { showToast } from '../../ui/toast.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { VerificationStep } from '../ui/verification-step.tsx';
import { CredentialsForm, type Unverified } from './credentials-form.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { OneTimeCodeStep } from './one-time-code-step.tsx';
import { SetUpAppStep } from './set-up-app-step.tsx';

export interface SignInStepsProps {
  readonly email: string;
  readonly onSignedIn: () => void;
  readonly children: ReactNode;
}

type Step =
  | { readonly kind: 'credentials'; readonly isAgain?: boolean }
  | { readonly kind: 'verify'; readonly account: Unverified }
  | Exclude<SignInOutcome, { readonly kind: 'signed-in' }>;

export function SignInSteps({ email: given, onSignedIn, children }: SignInStepsProps) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<Step>({ kind: 'credentials' });
  const [typed, setTyped] = useState<string>();
  const email = typed ?? given;
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
