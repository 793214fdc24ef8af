import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeError, plainCode } from '../../session/credential-rules.ts';
import { whilePending } from '../../session/pending-calls.ts';
import { type SignInOutcome, signIn } from '../../session/sign-in.ts';
import { confirmSignUp, resendSignUpCode } from '../../session/sign-up.ts';
import type { PoolError } from '../../session/user-pool.ts';
import { ConsoleForm, FormFailure, SubmitButton } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { focusFirstError } from '../ui/use-submit.ts';
import { laterStepFailureOf, signInFailureOf } from './sign-in-failure.ts';

interface CodeFormProps {
  readonly title: string;
  readonly body: string;
  readonly label: string;
  readonly hasLetters?: boolean;
  readonly submitLabel: string;
  readonly check: (code: string) => ConsoleKey | undefined;
  /** @throws the error of the user pool */
  readonly send: (code: string) => Promise<void>;
  readonly onStartAgain: () => void;
  readonly children?: ReactNode;
  readonly beside?: ReactNode;
}

export function CodeForm(props: CodeFormProps) {
  const { title, body, label, hasLetters = false, submitLabel, check, send, onStartAgain, children, beside } = props;
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (value) => {
        const fieldError = check(value);
        return fieldError ? t(fieldError) : null;
      },
    },
    onValuesChange: () => setFailure(undefined),
  });

  async function submit({ code }: { code: string }): Promise<void> {
    setFailure(undefined);
    try {
      await whilePending(() => send(code));
    } catch (error) {
      setFailure(laterStepFailureOf(error));
      form.getInputNode('code')?.focus();
    }
  }

  return (
    <ConsoleForm
      className="ui-column ui-gap-5"
      method="post"
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, ['code'], errors))}
    >
      <h2>{title}</h2>
      <p>{body}</p>
      {children}
      <TextInput
        className="sign-in-code"
        label={label}
        name="one-time-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={hasLetters ? 'text' : 'numeric'}
        maxLength={24}
        data-autofocus
        autoFocus
        {...form.getInputProps('code')}
      />
      <FormFailure text={failure} />
      <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      {beside}
      <Button variant="subtle" onClick={onStartAgain} fullWidth>
        {t('action.back')}
      </Button>
    </ConsoleForm>
  );
}

export interface UnverifiedSignIn {
  /** Username in the pool. */
  readonly username: string;
  /** Name as typed. */
  readonly name: string;
  readonly password: string;
}

interface VerificationFormProps {
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
