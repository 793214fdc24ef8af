import { type CSSProperties, useEffect, useRef, useState } from 'react';
import './password-strength.css';

type Strength = 0 | 1 | 2 | 3 | 4;

type Measure = (password: string, known: readonly string[]) => Strength;

let measure: Promise<Measure> | undefined;

/** Limits the input of zxcvbn, whose run time grows quickly with the length. */
const MEASURED_LENGTH = 72;

/**
 * `known` are texts an attacker knows, such as the name and the email address. The large dictionaries load on the first
 * call; a failed load is retried on the next one.
 */
async function measurePassword(password: string, known: readonly string[]): Promise<Strength> {
  measure ??= loadMeasure();
  measure.catch(() => {
    measure = undefined;
  });
  return (await measure)(password, known);
}

async function loadMeasure(): Promise<Measure> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, known) => zxcvbn.check(password.slice(0, MEASURED_LENGTH), [...known]).score;
}

interface PasswordStrengthProps {
  readonly password: string;
  readonly knownTexts: () => readonly string[];
  readonly textOf: (strength: Strength) => string;
}

/** The live region is always present, so that changes are announced. */
export function PasswordStrength({ password, knownTexts, textOf }: PasswordStrengthProps) {
  const strength = useStrength(password, knownTexts);
  return (
    <div className="strength ui-line ui-middle ui-gap-3 ui-quiet ui-small" data-strength={strength}>
      <span className="strength-bar" style={shareOf(strength)} aria-hidden="true" />
      <span aria-live="polite">{strength !== undefined && textOf(strength)}</span>
    </div>
  );
}

function shareOf(strength: Strength | undefined): CSSProperties | undefined {
  return strength === undefined ? undefined : ({ '--share': `${Math.max(4, 25 * strength)}%` } as CSSProperties);
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
