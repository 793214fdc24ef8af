import { expect, test } from 'vitest';
import { commandOf, type Pressed, type PressedWhere } from './triage-key.ts';

const plain = { keyCode: 0, isComposing: false, repeat: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, more: Partial<Pressed> = {}, where: Partial<PressedWhere> = {}) =>
  commandOf(
    { ...plain, defaultPrevented: false, key, ...more },
    { isElsewhere: false, isInList: true, hasLetters: true, ...where },
  );

test('letters mean what the help says, whether or not Caps Lock is on', () => {
  expect('jkpudrxz/'.split('').map((key) => press(key))).toEqual([
    ...['next', 'previous', 'publish', 'unpublish', 'delete', 'restore', 'select', 'undo', 'search'],
  ]);
  expect(press('P')).toBe('publish');
  expect(press('q')).toBeUndefined();
  expect(press('constructor')).toBeUndefined();
});

test('what is typed, composed or meant for the browser is left alone', () => {
  expect(press('p', {}, { isElsewhere: true })).toBeUndefined();
  expect(press('p', { isComposing: true })).toBeUndefined();
  expect(press('Process', { keyCode: 229 })).toBeUndefined();
  expect(press('d', { keyCode: 229 })).toBeUndefined();
  expect(press('p', { ctrlKey: true })).toBeUndefined();
  expect(press('z', { metaKey: true })).toBeUndefined();
  expect(press('d', { altKey: true })).toBeUndefined();
});

test('arrows go through the list only where it has the focus, and scroll the page elsewhere', () => {
  expect(press('ArrowDown')).toBe('next');
  expect(press('ArrowUp')).toBe('previous');
  expect(press('ArrowDown', {}, { isInList: false })).toBeUndefined();
});

test('letters can be switched off, and arrows stay', () => {
  expect(press('d', {}, { hasLetters: false })).toBeUndefined();
  expect(press('ArrowDown', {}, { hasLetters: false })).toBe('next');
});

test('a key that is held down goes on through the list and does nothing else twice', () => {
  expect(press('j', { repeat: true })).toBe('next');
  expect(press('d', { repeat: true })).toBeUndefined();
});
