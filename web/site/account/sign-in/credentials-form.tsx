import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type SignInOutcome, signIn, UnverifiedAccount } from '../../../session/sign-in.ts';
import { emailFault, passwordFault } from '../rules.ts';
import { FormFailure, SubmitButton } from '../ui/buttons.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export interface Unverified {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface CredentialsFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly takesFocus: boolean;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onUnverified: (account: Unverified) => void;
}

export function CredentialsForm({ email, onEmail, takesFocus, onOutcome, onUnverified }: CredentialsFormProps) {
  const { t } = useTranslation('account');
  const [carried, setCarried] = useState('');
  const { formProps, field, failure, isBusy, typedIn } = useAccountForm({
    rules: { email: emailFault, password: passwordFault },
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
  const carryEmail = () => setCarried(typedIn('email'));
  return (
    <form {...formProps}>
      <TextField
        {...field('email')}
        label={t('field.email')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
      />
      <PasswordField {...field('password')} label={t('field.password')} autoComplete="current-password" />
      <p className="account-beside">
        <Link to="/signin/forgot" state={{ email: carried }} onFocus={carryEmail} onPointerDown={carryEmail}>
          {t('signIn.forgot')}
        </Link>
      </p>
      <FormFailure text={failure} />
      <SubmitButton isBusy={isBusy}>{t('action.signIn')}</SubmitButton>
    </form>
  );
}
