import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../rules.ts';
import { PasswordField, type TextFieldProps } from './fields.tsx';
import { measurePassword, type Strength } from './measure-password.ts';

export interface NewPasswordFieldProps extends Pick<TextFieldProps, 'label' | 'error' | 'name'> {
  /** What somebody who guesses knows: the name and the address. */
  readonly knownTexts?: () => readonly string[];
}

/** A password to choose: what it must be, and how hard it is to guess. */
export function NewPasswordField({ knownTexts = nothing, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState('');
  const strength = useStrength(typed, knownTexts);
  return (
    <PasswordField
      {...field}
      hint={t('field.passwordHint', { min: MIN_PASSWORD })}
      autoComplete="new-password"
      onInput={(event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value)}
    >
      <div className="strength" data-strength={strength}>
        <span className="strength-bar" aria-hidden="true" />
        <span aria-live="polite">{strength !== undefined && t(`strength.${strength}`)}</span>
      </div>
    </PasswordField>
  );
}

function nothing(): readonly string[] {
  return [];
}

/** Of what is typed now; nothing while nobody knows, or the means to know cannot be loaded. */
function useStrength(typed: string, knownTexts: () => readonly string[]): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  const known = useRef(knownTexts);
  known.current = knownTexts;
  useEffect(() => {
    let isCurrent = true;
    const show = (measured: Strength | undefined) => isCurrent && setStrength(measured);
    if (typed === '') show(undefined);
    else
      measurePassword(typed, known.current()).then(show, () => {
        // Without a measure there is none to show; the pool judges in any case.
        show(undefined);
      });
    return () => {
      isCurrent = false;
    };
  }, [typed]);
  return strength;
}
