import { expect, test } from 'vitest';
import { isCombo, keyLabels } from './shortcuts.ts';

const plain = {
  ...{ keyCode: 0, isComposing: false, defaultPrevented: false },
  ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
};

test('Ctrl and Cmd match in either letter case', () => {
  expect(isCombo('mod+k', { ...plain, key: 'k', ctrlKey: true })).toBe(true);
  expect(isCombo('mod+k', { ...plain, key: 'K', metaKey: true })).toBe(true);
  expect(isCombo('mod+k', { ...plain, key: 'k' })).toBe(false);
  expect(isCombo('mod+k', { ...plain, key: 's', ctrlKey: true })).toBe(false);
});

test('additional modifier keys do not match', () => {
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, altKey: true })).toBe(false);
  expect(isCombo('?', { ...plain, key: '?', ctrlKey: true })).toBe(false);
});

test('question mark matches on every keyboard layout', () => {
  expect(isCombo('?', { ...plain, key: '?', shiftKey: true })).toBe(true);
  expect(isCombo('?', { ...plain, key: '?' })).toBe(true);
});

test('ignores keys of compositions and handled events', () => {
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, isComposing: true })).toBe(false);
  expect(isCombo('mod+s', { ...plain, key: 's', ctrlKey: true, keyCode: 229 })).toBe(false);
  expect(isCombo('mod+k', { ...plain, key: 'k', ctrlKey: true, defaultPrevented: true })).toBe(false);
});

test('shows key names of the platform', () => {
  expect(keyLabels('mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(keyLabels('mod+k', true)).toEqual(['⌘', 'K']);
  expect(keyLabels('?', true)).toEqual(['?']);
});
