import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordStrength } from '../../../ui/password-strength.tsx';
import { MIN_PASSWORD } from '../rules.ts';
import { PasswordField, type TextFieldProps } from './fields.tsx';

export interface NewPasswordFieldProps extends Pick<TextFieldProps, 'label' | 'error' | 'name'> {
  /** Texts an attacker knows, such as the name and the email address. */
  readonly knownTexts?: () => readonly string[];
}

export function NewPasswordField({ knownTexts = nothing, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState('');
  return (
    <PasswordField
      {...field}
      hint={t('field.passwordHint', { min: MIN_PASSWORD })}
      autoComplete="new-password"
      onInput={(event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value)}
    >
      <PasswordStrength password={typed} knownTexts={knownTexts} textOf={(strength) => t(`strength.${strength}`)} />
    </PasswordField>
  );
}

function nothing(): readonly string[] {
  return [];
}
