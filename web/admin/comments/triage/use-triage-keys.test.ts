import { expect, test } from 'vitest';
import { commandOf, type KeyContext, type PressedKey } from './use-triage-keys.ts';

const plain = {
  ...{ keyCode: 0, isComposing: false, repeat: false },
  ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
};
const press = (key: string, more: Partial<PressedKey> = {}, where: Partial<KeyContext> = {}) =>
  commandOf(
    { ...plain, defaultPrevented: false, key, ...more },
    { isInFieldOrOverlay: false, isInList: true, hasLetters: true, ...where },
  );

test('letters match the help regardless of Caps Lock', () => {
  expect('jkpudrxz/'.split('').map((key) => press(key))).toEqual([
    ...['next', 'previous', 'publish', 'unpublish', 'delete', 'restore', 'select', 'undo', 'search'],
  ]);
  expect(press('P')).toBe('publish');
  expect(press('q')).toBeUndefined();
  expect(press('constructor')).toBeUndefined();
});

test('ignores typing, composition and browser shortcuts', () => {
  expect(press('p', {}, { isInFieldOrOverlay: true })).toBeUndefined();
  expect(press('p', { isComposing: true })).toBeUndefined();
  expect(press('Process', { keyCode: 229 })).toBeUndefined();
  expect(press('d', { keyCode: 229 })).toBeUndefined();
  expect(press('p', { ctrlKey: true })).toBeUndefined();
  expect(press('z', { metaKey: true })).toBeUndefined();
  expect(press('d', { altKey: true })).toBeUndefined();
});

test('arrows move only while the list has focus', () => {
  expect(press('ArrowDown')).toBe('next');
  expect(press('ArrowUp')).toBe('previous');
  expect(press('ArrowDown', {}, { isInList: false })).toBeUndefined();
});

test('disabled letters do nothing and arrows still work', () => {
  expect(press('d', {}, { hasLetters: false })).toBeUndefined();
  expect(press('ArrowDown', {}, { hasLetters: false })).toBe('next');
});

test('held key repeats movement only', () => {
  expect(press('j', { repeat: true })).toBe('next');
  expect(press('d', { repeat: true })).toBeUndefined();
});
