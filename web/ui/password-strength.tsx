import { useEffect, useRef, useState } from 'react';
import { measurePassword, type Strength } from './measure-password.ts';
import './password-strength.css';

export interface PasswordStrengthProps {
  readonly password: string;
  /** What somebody who guesses knows: the name and the address. */
  readonly knownTexts: () => readonly string[];
  readonly textOf: (strength: Strength) => string;
}

/** How hard a password is to guess, as it is typed. The place for the words is always there, so that they are read out. */
export function PasswordStrength({ password, knownTexts, textOf }: PasswordStrengthProps) {
  const strength = useStrength(password, knownTexts);
  return (
    <div className="strength" data-strength={strength}>
      <span className="strength-bar" aria-hidden="true" />
      <span aria-live="polite">{strength !== undefined && textOf(strength)}</span>
    </div>
  );
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
