import { expect, onTestFinished, test, vi } from 'vitest';
import { rememberedView, rememberView, usualView } from './list-view.ts';

test('remembers columns and size per account', () => {
  givenStorage();
  rememberView('edith', { columns: ['tags', 'slug'], size: 50 });
  expect(rememberedView('edith')).toEqual({ columns: ['tags', 'slug'], size: 50 });
  expect(rememberedView('hana')).toEqual(usualView);
});

test('orders columns and drops unknown ones', () => {
  givenStorage({ edith: '{"columns":["updatedAt","mood","status"],"size":7}' });
  expect(rememberedView('edith')).toEqual({ columns: ['status', 'updatedAt'], size: 20 });
});

test.for(['', '[]', '{', '{"columns":"all"}', 'null'])('invalid stored value %j gives the default view', (stored) => {
  givenStorage({ edith: stored });
  expect(rememberedView('edith')).toEqual(usualView);
});

test('falls back to the default view without storage', () => {
  const reject = () => {
    throw new Error('Storage is switched off');
  };
  vi.stubGlobal('localStorage', { ...givenStorage(), getItem: reject, setItem: reject });
  rememberView('edith', { columns: [], size: 10 });
  expect(rememberedView('edith')).toEqual(usualView);
});

function givenStorage(views: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(views).map(([name, view]) => [`kawaraban.posts.view.${name}`, view]));
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
  vi.stubGlobal('localStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  return storage;
}
