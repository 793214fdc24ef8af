import { readStored, store } from '../../ui/browser-storage.ts';

export function readStoredList(key: string): readonly unknown[] {
  const stored = readStored('localStorage', key);
  return Array.isArray(stored) ? stored : [];
}

export function storeInList(key: string, text: string, { isIn, max }: { isIn: boolean; max: number }): void {
  const others = readStoredList(key).filter((other) => other !== text);
  const texts = isIn ? [...others, text].slice(-max) : others;
  store('localStorage', key, texts.length > 0 ? texts : undefined);
}
