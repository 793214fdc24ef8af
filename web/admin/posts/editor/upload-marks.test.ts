import { history, undo } from '@codemirror/commands';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { marking, settling, uploadMarks } from './upload-marks.ts';
import { MarkFace } from './upload-place.ts';

const face = new MarkFace('Uploading', { label: 'Cancel', run: () => {} });
const at = (position: number, ...ids: string[]) => marking(ids.map((id) => ({ id, position, face })));

/** A text with what can be done to it, as the editor would. */
function given(doc: string, anchor = 0) {
  let state = EditorState.create({ doc, selection: { anchor }, extensions: [history(), uploadMarks] });
  const dispatch = (...specs: (TransactionSpec | Transaction)[]) => {
    for (const spec of specs) state = ('state' in spec ? spec : state.update(spec)).state;
  };
  return {
    dispatch,
    settle: (id: string, text: string) => dispatch(settling(state, id, text)),
    undo: () => undo({ state, dispatch }),
    text: () => state.doc.toString(),
    cursor: () => state.selection.main.head,
    /** Where marks are drawn. */
    marks: () => {
      const places: number[] = [];
      for (const set of state.facet(EditorView.decorations)) {
        if (typeof set === 'function') continue;
        for (const cursor = set.iter(); cursor.value; cursor.next()) places.push(cursor.from);
      }
      return places;
    },
  };
}

test('a mark is no part of the text, and what was uploaded takes its place', () => {
  const editor = given('one two');
  editor.dispatch({ effects: at(4, 'a') });
  expect([editor.text(), editor.marks()]).toEqual(['one two', [4]]);
  editor.settle('a', '![](a) ');
  expect([editor.text(), editor.marks()]).toEqual(['one ![](a) two', []]);
});

test('what is typed meanwhile stays, and moves the mark', () => {
  const editor = given('one two');
  editor.dispatch({ effects: at(4, 'a') });
  editor.dispatch({ changes: { from: 0, insert: 'zero ' } });
  editor.dispatch({ changes: { from: 12, insert: ' three' } });
  editor.settle('a', 'A ');
  expect(editor.text()).toBe('zero one A two three');
});

test('who writes on where the mark is writes behind it', () => {
  const editor = given('one ', 4);
  editor.dispatch({ effects: at(4, 'a') });
  editor.dispatch({ changes: { from: 4, insert: 'x' }, selection: { anchor: 5 } });
  editor.settle('a', 'A');
  expect([editor.text(), editor.cursor()]).toEqual(['one Ax', 6]);
  const still = given('one ', 4);
  still.dispatch({ effects: at(4, 'a') });
  still.settle('a', 'A');
  expect([still.text(), still.cursor()]).toEqual(['one A', 5]);
});

test('several at one place keep their order, whichever comes first', () => {
  for (const order of ['abc', 'cba', 'bac', 'cab']) {
    const editor = given('()');
    editor.dispatch({ effects: at(1, 'a', 'b', 'c') });
    for (const id of order) editor.settle(id, id);
    expect([order, editor.text(), editor.marks()]).toEqual([order, '(abc)', []]);
  }
});

test('marks at several places do not move each other', () => {
  const editor = given('1 2');
  editor.dispatch({ effects: at(3, 'b') });
  editor.dispatch({ effects: at(1, 'a') });
  editor.settle('a', 'A');
  expect(editor.marks()).toEqual([4]);
  editor.settle('b', 'B');
  expect(editor.text()).toBe('1A 2B');
});

test('a failed upload leaves the text as it is', () => {
  const editor = given('one');
  editor.dispatch({ effects: at(1, 'a') });
  editor.settle('a', '');
  expect([editor.text(), editor.marks()]).toEqual(['one', []]);
  editor.settle('a', 'late');
  expect(editor.text()).toBe('one');
});

test('undo takes back what was put in, and nothing that was typed', () => {
  const editor = given('');
  editor.dispatch({ changes: { from: 0, insert: 'typed ' }, userEvent: 'input.type' });
  editor.dispatch({ effects: at(6, 'a') });
  editor.settle('a', 'A');
  editor.dispatch({ changes: { from: 7, insert: ' more' }, userEvent: 'input.type' });
  editor.undo();
  expect(editor.text()).toBe('typed A');
  editor.undo();
  expect(editor.text()).toBe('typed ');
});

test('a mark whose surroundings are deleted stays where they were', () => {
  const editor = given('one two three');
  editor.dispatch({ effects: at(5, 'a') });
  editor.dispatch({ changes: { from: 0, to: 13, insert: 'new' } });
  editor.settle('a', 'A');
  expect(editor.text()).toBe('Anew');
});
