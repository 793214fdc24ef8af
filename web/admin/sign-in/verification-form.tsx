import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { codeError, plainCode } from '../../session/credential-rules.ts';
import { whilePending } from '../../session/pending-calls.ts';
import { type SignInOutcome, signIn } from '../../session/sign-in.ts';
import { confirmSignUp, resendSignUpCode } from '../../session/sign-up.ts';
import type { PoolError } from '../../session/user-pool.ts';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { CodeForm } from './code-form.tsx';
import { signInFailureOf } from './sign-in-failure.ts';

export interface UnverifiedSignIn {
  /** Username in the pool. */
  readonly username: string;
  /** Name as typed. */
  readonly name: string;
  readonly password: string;
}

export interface VerificationFormProps {
  readonly account: UnverifiedSignIn;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

export function VerificationForm({ account, onOutcome, onStartAgain }: VerificationFormProps) {
  const { t } = useTranslation('console');
  const { username, name, password } = account;

  async function verify(code: string): Promise<void> {
    try {
      await confirmSignUp(username, plainCode(code));
    } catch (error) {
      if (!isVerifiedAlready(error)) throw error;
    }
    onOutcome(await signIn(name, password));
  }

  async function resend(): Promise<void> {
    try {
      await whilePending(() => resendSignUpCode(username));
      notifySuccess('signIn.resent');
    } catch (error) {
      notifyProblem(signInFailureOf(error));
    }
  }

  return (
    <CodeForm
      title={t('signIn.verifyTitle')}
      body={t('signIn.needsVerification')}
      label={t('signIn.verifyCode')}
      submitLabel={t('signIn.submitVerify')}
      check={codeError}
      send={verify}
      onStartAgain={onStartAgain}
      beside={
        <Button variant="default" onClick={() => void resend()} fullWidth>
          {t('signIn.resend')}
        </Button>
      }
    >
      <p>{t('signIn.verifyBody')}</p>
    </CodeForm>
  );
}

/** The address may have been verified by the link in the email; the following sign-in tells. */
function isVerifiedAlready(error: unknown): boolean {
  return error instanceof Error && (error as PoolError).code === 'NotAuthorizedException';
}
