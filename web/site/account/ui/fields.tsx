import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../../../session/credential-rules.ts';
import { PasswordStrength } from '../../../ui/password-strength.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly button?: ReactNode;
  readonly children?: ReactNode;
}

export function TextField({ label, hint, error, button, children, ...input }: TextFieldProps) {
  const id = useId();
  const values = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field ui-grid ui-gap-1" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint ui-quiet ui-small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="field-frame">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={values === '' ? undefined : values}
        />
        {button}
      </div>
      {error && (
        <p className="field-error ui-small ui-danger" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'button'>;

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('account');
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      button={
        <button
          type="button"
          className="field-reveal ui-grid ui-quiet"
          aria-pressed={isShown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsShown(!isShown)}
        >
          <span className="sr-only">{t('field.showPassword')}</span>
          <Eye isCrossed={isShown} />
        </button>
      }
    />
  );
}

function Eye({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" strokeWidth="1.5" />
      <circle cx="12" cy="12" r="3" strokeWidth="1.5" />
      {isCrossed && <path d="M4 20L20 4" strokeWidth="1.5" />}
    </svg>
  );
}

export function EmailField(props: Omit<TextFieldProps, 'inputMode' | 'autoCapitalize' | 'spellCheck'>) {
  return <TextField autoComplete="username" {...props} inputMode="email" autoCapitalize="none" spellCheck={false} />;
}

export function CodeField(props: Omit<TextFieldProps, 'autoComplete' | 'spellCheck'>) {
  return (
    <TextField
      inputMode="numeric"
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      data-code=""
    />
  );
}

export interface NewPasswordFieldProps extends Pick<TextFieldProps, 'label' | 'error' | 'name'> {
  /** Texts an attacker knows, such as the name and the email address. */
  readonly knownTexts?: () => readonly string[];
}

export function NewPasswordField({ knownTexts = nothing, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // Scripts may load after the first keys.
  useEffect(() => setTyped(input.current?.value ?? ''), []);
  return (
    <PasswordField
      {...field}
      ref={input}
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
