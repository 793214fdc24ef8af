import { expect, test } from 'vitest';
import { rememberedView, rememberView, usualView } from './list-view.ts';

test('remembers columns and size per account', () => {
  const storage = givenStorage();
  rememberView('edith', { columns: ['tags', 'slug'], size: 50 }, storage);
  expect(rememberedView('edith', storage)).toEqual({ columns: ['tags', 'slug'], size: 50 });
  expect(rememberedView('hana', storage)).toEqual(usualView);
});

test('orders columns and drops unknown ones', () => {
  const storage = givenStorage({ edith: '{"columns":["updatedAt","mood","status"],"size":7}' });
  expect(rememberedView('edith', storage)).toEqual({ columns: ['status', 'updatedAt'], size: 20 });
});

test.for(['', '[]', '{', '{"columns":"all"}', 'null'])('invalid stored value %j gives the default view', (stored) => {
  expect(rememberedView('edith', givenStorage({ edith: stored }))).toEqual(usualView);
});

test('falls back to the default view without storage', () => {
  const reject = () => {
    throw new Error('Storage is switched off');
  };
  const storage = { ...givenStorage(), getItem: reject, setItem: reject };
  rememberView('edith', { columns: [], size: 10 }, storage);
  expect(rememberedView('edith', storage)).toEqual(usualView);
});

function givenStorage(views: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(views).map(([name, view]) => [`kawaraban.posts.view.${name}`, view]));
  return {
    length: 0,
    key: () => null,
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}
