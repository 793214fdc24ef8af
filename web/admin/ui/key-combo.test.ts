import { expect, test } from 'vitest';
import { capsOf, isCombo } from './key-combo.ts';

const plain = {
  ...{ keyCode: 0, isComposing: false, defaultPrevented: false },
  ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
};

test('Ctrl and Cmd are the same, in either case of the letter', () => {
  expect(isCombo('mod+k', { ...plain, key: 'k', ctrlKey: true })).toBe(true);
  expect(isCombo('mod+k', { ...plain, key: 'K', metaKey: true })).toBe(true);
  expect(isCombo('mod+k', { ...plain, key: 'k' })).toBe(false);
  expect(isCombo('mod+k', { ...plain, key: 's', ctrlKey: true })).toBe(false);
});

test('with more keys it is another combination', () => {
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, altKey: true })).toBe(false);
  expect(isCombo('?', { ...plain, key: '?', ctrlKey: true })).toBe(false);
});

test('a question mark is one on every keyboard', () => {
  expect(isCombo('?', { ...plain, key: '?', shiftKey: true })).toBe(true);
  expect(isCombo('?', { ...plain, key: '?' })).toBe(true);
});

test('what belongs to a composition, or to somebody else, is no shortcut', () => {
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, isComposing: true })).toBe(false);
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, keyCode: 229 })).toBe(false);
  expect(isCombo('mod+k', { ...plain, key: 'k', ctrlKey: true, defaultPrevented: true })).toBe(false);
});

test('the caps are those of the keyboard', () => {
  expect(capsOf('mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(capsOf('mod+k', true)).toEqual(['⌘', 'K']);
  expect(capsOf('?', true)).toEqual(['?']);
});
