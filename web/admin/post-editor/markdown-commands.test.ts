import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import {
  cycleHeading,
  insertLink,
  toggleBold,
  toggleCode,
  toggleItalic,
  toggleList,
  toggleQuote,
} from './markdown-commands.ts';

/** Runs a command on text with the selection marked by `⟨` and `⟩`, or the cursor by `|`. */
function after(command: Command, text: string): string {
  const from = text.search(/[⟨|]/);
  const to = text.includes('⟩') ? text.indexOf('⟩') - 1 : from;
  let state = EditorState.create({
    doc: text.replace(/[⟨⟩|]/g, ''),
    selection: EditorSelection.single(from, to),
  });
  const view = {
    get state() {
      return state;
    },
    dispatch: (...specs: TransactionSpec[]) => {
      state = state.update(...specs).state;
    },
  };
  command(view as EditorView);
  const { from: start, to: end } = state.selection.main;
  const doc = state.doc.toString();
  if (start === end) return `${doc.slice(0, start)}|${doc.slice(start)}`;
  return `${doc.slice(0, start)}⟨${doc.slice(start, end)}⟩${doc.slice(end)}`;
}

test('bold wraps the selection and unwraps it again', () => {
  expect(after(toggleBold, 'a ⟨瓦版⟩ b')).toBe('a **⟨瓦版⟩** b');
  expect(after(toggleBold, 'a **⟨瓦版⟩** b')).toBe('a ⟨瓦版⟩ b');
  expect(after(toggleBold, 'a ⟨**瓦版**⟩ b')).toBe('a ⟨瓦版⟩ b');
});

test('bold without selection puts the cursor between the marks', () => {
  expect(after(toggleBold, 'a |')).toBe('a **|**');
  expect(after(toggleBold, 'a **|**')).toBe('a |');
});

test('italic inside bold keeps the bold', () => {
  expect(after(toggleItalic, '**⟨a⟩**')).toBe('***⟨a⟩***');
  expect(after(toggleItalic, '*⟨a⟩*')).toBe('⟨a⟩');
});

test('link selects its address or waits for its text', () => {
  expect(after(insertLink, 'see ⟨here⟩')).toBe('see [here](⟨https://⟩)');
  expect(after(insertLink, '⟨https://example.com/a⟩')).toBe('[|](https://example.com/a)');
  expect(after(insertLink, '|')).toBe('[](⟨https://⟩)');
});

test('code is inline within a line, else a block', () => {
  expect(after(toggleCode, 'run ⟨npm⟩')).toBe('run `⟨npm⟩`');
  expect(after(toggleCode, '⟨a\nb⟩')).toBe('```|\na\nb\n```\n');
});

test('heading cycles to a smaller one and back to text', () => {
  expect(after(cycleHeading, 'Ti|tle')).toBe('## Ti|tle');
  expect(after(cycleHeading, '## Ti|tle')).toBe('### Ti|tle');
  expect(after(cycleHeading, '### Ti|tle')).toBe('Ti|tle');
});

test('list and quote prefix all lines and unprefix them again', () => {
  expect(after(toggleList, '⟨a\n\nb⟩')).toBe('- ⟨a\n\n- b⟩');
  expect(after(toggleList, '⟨- a\n- b⟩')).toBe('⟨a\nb⟩');
  expect(after(toggleQuote, 'a|')).toBe('> a|');
  expect(after(toggleQuote, '> a|')).toBe('a|');
  expect(after(toggleList, '|')).toBe('- |');
});
