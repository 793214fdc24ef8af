export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Deeper JSON could overflow the stack when it is serialized. */
const MAX_DEPTH = 100;
const MAX_VALUES = 200_000;

/** Rejects numbers beyond the range of doubles, which would not survive a round trip. */
export function errorOfJson(text: string): 'invalid' | 'tooComplex' | undefined {
  let containers: object[];
  try {
    containers = [[JSON.parse(text)]];
  } catch {
    return 'invalid';
  }
  let total = 0;
  // Iterates level by level, because recursion would overflow the stack.
  for (let depth = 0; containers.length > 0; depth += 1) {
    const values: unknown[] = containers.flatMap((container) => Object.values(container));
    total += values.length;
    if (depth > MAX_DEPTH || total > MAX_VALUES) return 'tooComplex';
    if (values.some(isInfinite)) return 'invalid';
    containers = values.filter(isContainer);
  }
  return undefined;
}

function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
