import { useState } from 'react';
import type { SignInOutcome } from '../../session/sign-in.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export interface SignInFormProps {
  readonly onSignedIn: () => void;
  /** The name to begin with. */
  readonly username?: string;
}

type NewPasswordStep = Extract<SignInOutcome, { kind: 'new-password' }>;

/** Signs in: name and password, and the new password where the pool demands one. */
export function SignInForm({ onSignedIn, username = '' }: SignInFormProps) {
  const [step, setStep] = useState<NewPasswordStep>();
  const proceed = (outcome: SignInOutcome) => {
    if (outcome.kind === 'new-password') setStep(outcome);
    if (outcome.kind !== 'signed-in') return;
    if (step) notifySuccess('done.passwordUpdated');
    onSignedIn();
  };
  if (step) return <NewPasswordForm step={step} onOutcome={proceed} onStartAgain={() => setStep(undefined)} />;
  return <CredentialsForm username={username} onOutcome={proceed} />;
}
