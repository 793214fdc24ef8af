import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appAddress, inGroups } from '../../session/authenticator-app.ts';
import {
  codeError,
  MIN_PASSWORD,
  oneTimeCodeError,
  passwordError,
  plainCode,
  plainOneTimeCode,
} from '../../session/credential-rules.ts';
import { whilePending } from '../../session/pending-calls.ts';
import { startProviderSignIn } from '../../session/provider-sign-in.ts';
import type { SignInOutcome } from '../../session/sign-in.ts';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { useConsole } from '../ui/console-context.ts';
import { ConsoleForm, FormFailure, SubmitButton } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { focusFirstError } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { CodeForm, type UnverifiedSignIn, VerificationForm } from './code-form.tsx';
import { CredentialsForm, PasswordField } from './credentials-form.tsx';
import { laterStepFailureOf } from './sign-in-failure.ts';

interface SignInFormProps {
  readonly onSignedIn: () => void;
  /** Page to return to after third-party sign-in. */
  readonly target: string;
  readonly username?: string;
}

/** Loaded on demand, because few users set up MFA and the QR encoder is large. */
const QrCode = lazy(async () => ({ default: (await import('../qr/qr-code.tsx')).QrCode }));

type Outcome<Kind extends SignInOutcome['kind']> = Extract<SignInOutcome, { kind: Kind }>;

type Step =
  | { readonly kind: 'credentials' }
  | { readonly kind: 'verification'; readonly account: UnverifiedSignIn }
  | Outcome<'new-password' | 'one-time-code' | 'set-up-app'>;

export function SignInForm({ onSignedIn, target, username = '' }: SignInFormProps) {
  const [step, setStep] = useState<Step>({ kind: 'credentials' });
  const [typedName, setTypedName] = useState(username);
  const startAgain = () => setStep({ kind: 'credentials' });
  const proceed = (outcome: SignInOutcome) => {
    if (outcome.kind === 'unsupported') return;
    if (step.kind === 'new-password') notifySuccess('done.passwordUpdated');
    if (outcome.kind === 'signed-in') onSignedIn();
    else setStep(outcome);
  };
  const stepProps = { onOutcome: proceed, onStartAgain: startAgain };
  if (step.kind === 'new-password') return <NewPasswordForm step={step} username={typedName} {...stepProps} />;
  if (step.kind === 'one-time-code') return <OneTimeCodeForm step={step} {...stepProps} />;
  if (step.kind === 'set-up-app') return <SetUpAppForm step={step} {...stepProps} />;
  if (step.kind === 'verification') return <VerificationForm account={step.account} {...stepProps} />;
  return (
    <>
      <CredentialsForm
        username={username}
        onOutcome={(outcome, name) => {
          setTypedName(name);
          proceed(outcome);
        }}
        onUnverified={(account) => setStep({ kind: 'verification', account })}
      />
      <ProviderButtons target={target} />
    </>
  );
}

interface StepFormProps<Kind extends SignInOutcome['kind']> {
  readonly step: Outcome<Kind>;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

function OneTimeCodeForm({ step, onOutcome, onStartAgain }: StepFormProps<'one-time-code'>) {
  const { t } = useTranslation('console');
  const { hasRecoveryCodes } = useConsole();
  return (
    <CodeForm
      title={t('signIn.codeTitle')}
      body={t(hasRecoveryCodes ? 'signIn.codeBodyRecovery' : 'signIn.codeBody')}
      label={t(hasRecoveryCodes ? 'signIn.codeOrRecovery' : 'signIn.code')}
      hasLetters={hasRecoveryCodes}
      submitLabel={t('signIn.submitCode')}
      check={hasRecoveryCodes ? oneTimeCodeError : codeError}
      send={async (code) => onOutcome(await step.complete(plainOneTimeCode(code)))}
      onStartAgain={onStartAgain}
    />
  );
}

function SetUpAppForm({ step, onOutcome, onStartAgain }: StepFormProps<'set-up-app'>) {
  const { t } = useTranslation('console');
  const { siteName } = useConsole();
  const { secret, username } = step;
  return (
    <CodeForm
      title={t('signIn.setUpTitle')}
      body={t('signIn.setUpBody')}
      label={t('signIn.code')}
      submitLabel={t('signIn.submitCode')}
      check={codeError}
      send={async (code) => onOutcome(await step.complete(plainCode(code)))}
      onStartAgain={onStartAgain}
    >
      <Suspense fallback={null}>
        <div className="app-secret ui-grid ui-gap-3">
          <QrCode value={appAddress({ secret, account: username, issuer: siteName })} label={t('signIn.qr')} />
          <p>
            {t('signIn.secret')}
            <code>{inGroups(secret)}</code>
          </p>
        </div>
      </Suspense>
    </CodeForm>
  );
}

/** Third-party sign-in leaves the page; unsaved input is kept as a draft. */
function ProviderButtons({ target }: { target: string }) {
  const { t } = useTranslation('console');
  const { providers } = useConsole();
  if (providers.length === 0) return null;

  async function leave(name: string): Promise<void> {
    try {
      await whilePending(() => startProviderSignIn(name, target));
    } catch {
      notifyProblem('signIn.network');
    }
  }

  return (
    <div className="ui-column ui-gap-3 ui-above-4">
      <p className="ui-between-lines ui-line ui-middle ui-gap-3 ui-note">{t('signIn.providers')}</p>
      {providers.map(({ name, label }) => (
        <Button key={name} variant="default" onClick={() => void leave(name)} fullWidth>
          {t('signIn.with', { label })}
        </Button>
      ))}
    </div>
  );
}

interface NewPasswordFormProps {
  readonly step: Extract<SignInOutcome, { kind: 'new-password' }>;
  /** Username as typed. */
  readonly username: string;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

function NewPasswordForm({ step, username, onOutcome, onStartAgain }: NewPasswordFormProps) {
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();
  const form = useForm({
    initialValues: { password: '', again: '' },
    ...useValidateOnBlur(),
    validate: {
      password: (value) => {
        const fieldError = passwordError(value);
        return fieldError ? t(fieldError, { min: MIN_PASSWORD }) : null;
      },
      again: (value, { password }) => (value === password ? null : t('rule.passwordsDiffer')),
    },
    onValuesChange: () => setFailure(undefined),
  });

  async function submit({ password }: { password: string }): Promise<void> {
    setFailure(undefined);
    try {
      const outcome = await whilePending(() => step.complete(password));
      if (outcome.kind === 'unsupported') setFailure('signIn.unsupported');
      onOutcome(outcome);
    } catch (error) {
      setFailure(laterStepFailureOf(error));
    }
  }

  return (
    <ConsoleForm
      className="ui-column ui-gap-5"
      method="post"
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, ['password', 'again'], errors))}
    >
      <h2>{t('signIn.newPasswordTitle')}</h2>
      <p>{t('signIn.newPasswordBody')}</p>
      <PasswordField
        label={t('signIn.newPassword')}
        description={t('rule.passwordShort', { min: MIN_PASSWORD })}
        name="new-password"
        autoComplete="new-password"
        data-autofocus
        autoFocus
        {...form.getInputProps('password')}
      />
      <PasswordStrength
        password={form.values.password}
        knownTexts={() => [username]}
        textOf={(strength) => t(`signIn.strength.${strength}`)}
      />
      <PasswordField
        label={t('signIn.newPasswordAgain')}
        name="new-password-again"
        autoComplete="new-password"
        {...form.getInputProps('again')}
      />
      <FormFailure text={failure} />
      <SubmitButton fullWidth>{t('signIn.submitNewPassword')}</SubmitButton>
      <Button variant="subtle" onClick={onStartAgain} fullWidth>
        {t('action.back')}
      </Button>
    </ConsoleForm>
  );
}
