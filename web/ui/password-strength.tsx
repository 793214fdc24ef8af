import { useEffect, useRef, useState } from 'react';
import { measurePassword, type Strength } from './measure-password.ts';
import './password-strength.css';

export interface PasswordStrengthProps {
  readonly password: string;
  readonly knownTexts: () => readonly string[];
  readonly textOf: (strength: Strength) => string;
}

/** Strength display below a password field. The live region is always present, so that changes are announced. */
export function PasswordStrength({ password, knownTexts, textOf }: PasswordStrengthProps) {
  const strength = useStrength(password, knownTexts);
  return (
    <div className="strength" data-strength={strength}>
      <span className="strength-bar" aria-hidden="true" />
      <span aria-live="polite">{strength !== undefined && textOf(strength)}</span>
    </div>
  );
}

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
        // Without the dictionaries no strength is shown; the user pool checks the password in any case.
        show(undefined);
      });
    return () => {
      isCurrent = false;
    };
  }, [typed]);
  return strength;
}
