type Kind = 'localStorage' | 'sessionStorage';

export function readStoredText(kind: Kind, key: string): string | undefined {
  try {
    return globalThis[kind].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function storeText(kind: Kind, key: string, text: string | undefined): void {
  try {
    if (text === undefined) globalThis[kind].removeItem(key);
    else globalThis[kind].setItem(key, text);
  } catch {
    // Storage is unavailable or full.
  }
}

export function readStored(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(readStoredText(kind, key) ?? '');
  } catch {
    return undefined;
  }
}

export function store(kind: Kind, key: string, value: unknown): void {
  storeText(kind, key, value === undefined ? undefined : JSON.stringify(value));
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
