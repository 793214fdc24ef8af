import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD, passwordError } from '../../session/credential-rules.ts';
import { whilePending } from '../../session/pending-calls.ts';
import type { SignInOutcome } from '../../session/sign-in.ts';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { ConsoleForm, SubmitButton } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { focusFirstError } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { PasswordField } from './password-field.tsx';
import { laterStepFailureOf } from './sign-in-failure.ts';

export interface NewPasswordFormProps {
  readonly step: Extract<SignInOutcome, { kind: 'new-password' }>;
  /** Username as typed. */
  readonly username: string;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

export function NewPasswordForm({ step, username, onOutcome, onStartAgain }: NewPasswordFormProps) {
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
