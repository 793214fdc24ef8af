import { PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FORGOT_PASSWORD_PATH, resetPasswordPath } from '../../paths/account.ts';
import { MIN_PASSWORD, passwordError, signInNameError } from '../../session/credential-rules.ts';
import { whilePending } from '../../session/pending-calls.ts';
import { type SignInOutcome, signIn, UnverifiedAccount } from '../../session/sign-in.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { ConsoleForm, FormFailure, SubmitButton } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { focusFirstError } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import type { UnverifiedSignIn } from './code-form.tsx';
import { signInFailureOf } from './sign-in-failure.ts';

interface CredentialsFormProps {
  readonly username: string;
  /** `username` is the name that was typed. */
  readonly onOutcome: (outcome: SignInOutcome, username: string) => void;
  readonly onUnverified: (account: UnverifiedSignIn) => void;
}

export function CredentialsForm({ username, onOutcome, onUnverified }: CredentialsFormProps) {
  const { t } = useTranslation('console');
  const isHydrated = useIsHydrated();
  const [failure, setFailure] = useState<ConsoleKey>();
  const say = (fieldError: ConsoleKey | undefined) => fieldError && t(fieldError, { min: MIN_PASSWORD });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username, password: '' },
    ...useValidateOnBlur(),
    validate: {
      username: (value) => say(signInNameError(value)) ?? null,
      password: (value) => say(passwordError(value)) ?? null,
    },
    onValuesChange: () => setFailure(undefined),
  });

  // Copies input made before hydration, by the user or by autofill, which exists in the DOM only. Setting the values
  // would recreate the uncontrolled fields and lose the focus.
  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on hydration only
  useLayoutEffect(() => {
    const prefilled = new FormData(element.current ?? undefined);
    for (const name of ['username', 'password'] as const) {
      const typed = String(prefilled.get(name) ?? '');
      if (typed !== '') form.getInputProps(name).onChange(typed);
    }
  }, []);

  async function submit({ username: name, password }: { username: string; password: string }): Promise<void> {
    setFailure(undefined);
    try {
      const outcome = await whilePending(() => signIn(name.trim(), password));
      if (outcome.kind === 'unsupported') setFailure('signIn.unsupported');
      onOutcome(outcome, name.trim());
    } catch (error) {
      if (error instanceof UnverifiedAccount) onUnverified({ username: error.username, name: name.trim(), password });
      else setFailure(signInFailureOf(error));
    }
  }

  return (
    // `post` keeps the password out of the URL when the form is submitted before hydration.
    <ConsoleForm
      ref={element}
      className="ui-column ui-gap-5"
      method="post"
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, ['username', 'password'], errors))}
    >
      <TextInput
        label={t('signIn.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={username === '' ? true : undefined}
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        data-autofocus={username === '' ? undefined : true}
        {...form.getInputProps('password')}
      />
      <FormFailure text={failure}>
        {failure === 'signIn.resetRequired' && (
          <a href={resetPasswordPath(form.getValues().username.trim())}>{t('signIn.toReset')}</a>
        )}
      </FormFailure>
      <SubmitButton disabled={!isHydrated} fullWidth>
        {t('action.signIn')}
      </SubmitButton>
      <p className="sign-in-forgot">
        <a href={FORGOT_PASSWORD_PATH}>{t('signIn.forgot')}</a>
      </p>
    </ConsoleForm>
  );
}

/** Adds `aria-invalid`, which Mantine's PasswordInput omits. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={props.error ? true : undefined} />;
}
