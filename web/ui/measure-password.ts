/** Estimated strength, from 0 (guessable) to 4 (strong). */
export type Strength = 0 | 1 | 2 | 3 | 4;

type Measure = (password: string, known: readonly string[]) => Strength;

let measure: Promise<Measure> | undefined;

/** Limits the input of zxcvbn, whose run time grows quickly with the length. */
const MEASURED_LENGTH = 72;

/**
 * Estimates a password's strength. `known` are texts an attacker knows, such as the name and the email address.
 * The large dictionaries load on the first call; a failed load is retried on the next one.
 */
export async function measurePassword(password: string, known: readonly string[]): Promise<Strength> {
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
