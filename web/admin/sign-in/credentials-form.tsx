import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whilePending } from '../../session/pending-calls.ts';
import { type SignInOutcome, signIn, UnverifiedAccount } from '../../session/sign-in.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useCheckWhenLeft } from '../ui/use-check-when-left.ts';
import { useIsAlive } from '../ui/use-is-alive.ts';
import { focusFirstError } from '../ui/use-submit.ts';
import { PasswordField } from './password-field.tsx';
import { signInFailureOf } from './sign-in-failure.ts';
import { MIN_PASSWORD, passwordFault, usernameFault } from './sign-in-rules.ts';
import type { UnverifiedSignIn } from './verification-form.tsx';

export interface CredentialsFormProps {
  readonly username: string;
  /** Also under which name. */
  readonly onOutcome: (outcome: SignInOutcome, username: string) => void;
  readonly onUnverified: (account: UnverifiedSignIn) => void;
}

/** The first step: who, and the password. */
export function CredentialsForm({ username, onOutcome, onUnverified }: CredentialsFormProps) {
  const { t } = useTranslation('console');
  const isAlive = useIsAlive();
  const [failure, setFailure] = useState<ConsoleKey>();
  const say = (fault: ConsoleKey | undefined) => fault && t(fault, { min: MIN_PASSWORD });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username, password: '' },
    ...useCheckWhenLeft(),
    validate: {
      username: (value) => say(usernameFault(value)) ?? null,
      password: (value) => say(passwordFault(value)) ?? null,
    },
    onValuesChange: () => setFailure(undefined),
  });

  // What was typed, or filled in by the browser, before the page came alive is in the fields alone.
  // They carry none of the form's keys: taking their values over would replace them, and the focus would be lost.
  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useLayoutEffect(() => {
    const given = new FormData(element.current ?? undefined);
    for (const name of ['username', 'password'] as const) {
      // Told as if it were typed now: setting it would make the fields anew, and lose what is typed meanwhile.
      const typed = String(given.get(name) ?? '');
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
    // Before the page is alive nothing may be sent: a browser would put the password into the address.
    <ConsoleForm
      ref={element}
      className="sign-in-form"
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
        {failure === 'signIn.resetRequired' && <a href={resetPath(form.getValues().username)}>{t('signIn.toReset')}</a>}
      </FormFailure>
      <SubmitButton disabled={!isAlive} fullWidth>
        {t('action.signIn')}
      </SubmitButton>
      <p className="sign-in-forgot">
        <a href="/signin/forgot">{t('signIn.forgot')}</a>
      </p>
    </ConsoleForm>
  );
}

/** The site's pages are another document: only the address can say who it is. */
function resetPath(username: string): string {
  return `/signin/reset?${new URLSearchParams({ username: username.trim() })}`;
}
