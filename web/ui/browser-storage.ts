type Kind = 'localStorage' | 'sessionStorage';

/** Undefined where nothing valid is stored or storage is unavailable. */
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
