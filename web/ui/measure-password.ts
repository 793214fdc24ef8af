/** From 0, which anybody guesses, to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4;

type Measure = (password: string, known: readonly string[]) => Strength;

let measure: Promise<Measure> | undefined;

/** Longer ones are as strong as their beginning, and take no longer to look at. */
const MEASURED_LENGTH = 72;

/** How hard a password is to guess for somebody who knows the name and the address. The dictionaries are large, and loaded when first asked for. */
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
