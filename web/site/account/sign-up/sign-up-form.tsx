import { useTranslation } from 'react-i18next';
import { signUp } from '../../../session/sign-up.ts';
import { emailError, nameError, passwordError } from '../rules.ts';
import { FormFailure, SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/fields.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export interface SignUpTexts {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export interface SignUpFormProps {
  readonly texts: SignUpTexts;
  readonly takesFocus: boolean;
  readonly onSignedUp: (username: string, texts: SignUpTexts) => void;
}

/** Key of the stored input, which never includes the password. */
export const SIGN_UP_TEXTS = 'sign-up';

export function SignUpForm({ texts, takesFocus, onSignedUp }: SignUpFormProps) {
  const { t } = useTranslation('account');
  const { formProps, field, failure, isBusy, typedIn } = useAccountForm({
    rules: { email: emailError, password: passwordError, name: nameError },
    send: async ({ email, password, name }) => {
      const given = { email: email.trim(), password, name: name.trim() };
      onSignedUp(await signUp(given), given);
    },
    failureWords: { otherwise: 'failure.signUp' },
    keptAs: SIGN_UP_TEXTS,
    takesFocus,
  });
  return (
    <form {...formProps}>
      <TextField
        {...field('email')}
        label={t('field.email')}
        hint={t('field.emailHint')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={texts.email}
      />
      <NewPasswordField
        {...field('password')}
        label={t('field.password')}
        knownTexts={() => [typedIn('email'), typedIn('name')]}
      />
      <TextField
        {...field('name')}
        label={t('field.name')}
        hint={t('field.nameHint')}
        autoComplete="nickname"
        defaultValue={texts.name}
      />
      <FormFailure text={failure} />
      <SubmitButton isBusy={isBusy}>{t('action.register')}</SubmitButton>
    </form>
  );
}
