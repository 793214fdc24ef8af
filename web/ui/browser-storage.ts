type Kind = 'localStorage' | 'sessionStorage';

export function readStored(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(globalThis[kind].getItem(key) ?? '');
  } catch {
    return undefined;
  }
}

export function store(kind: Kind, key: string, value: unknown): void {
  try {
    if (value === undefined) globalThis[kind].removeItem(key);
    else globalThis[kind].setItem(key, JSON.stringify(value));
  } catch {
    // Storage is unavailable.
  }
}

export function readStoredList(key: string): readonly unknown[] {
  const stored = readStored('localStorage', key);
  return Array.isArray(stored) ? stored : [];
}

export function storeInList(key: string, text: string, { isIn, max }: { isIn: boolean; max: number }): void {
  const others = readStoredList(key).filter((other) => other !== text);
  const texts = isIn ? [...others, text].slice(-max) : others;
  store('localStorage', key, texts.length > 0 ? texts : undefined);
}
