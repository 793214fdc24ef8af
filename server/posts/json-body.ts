/** Deeper JSON could not be written out again. */
const MAX_DEPTH = 100;
/** So that reading it stays quick. */
const MAX_VALUES = 200_000;

/** Why a text cannot be a body in JSON, if it cannot: it is none, could not leave again as it came, or is too much. */
export function faultOfJson(text: string): 'invalid' | 'tooComplex' | undefined {
  let containers: object[];
  try {
    containers = [[JSON.parse(text)]];
  } catch {
    return 'invalid';
  }
  let total = 0;
  // Level by level, since a call for each would itself go too deep.
  for (let depth = 0; containers.length > 0; depth += 1) {
    const values: unknown[] = containers.flatMap((container) => Object.values(container));
    total += values.length;
    if (depth > MAX_DEPTH || total > MAX_VALUES) return 'tooComplex';
    if (values.some(isInfinite)) return 'invalid';
    containers = values.filter(isContainer);
  }
  return undefined;
}

/** What JSON says of a number beyond all that there are. */
function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
