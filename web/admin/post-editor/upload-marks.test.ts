import { history, undo } from '@codemirror/commands';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { marking, replacingMark, uploadMarks } from './upload-marks.ts';
import { InlinePlaceholder } from './upload-target.ts';

const placeholder = new InlinePlaceholder('Uploading', { label: 'Cancel', run: () => {} });
const at = (position: number, ...ids: string[]) => marking(ids.map((id) => ({ id, position, placeholder })));

function given(doc: string, anchor = 0) {
  let state = EditorState.create({ doc, selection: { anchor }, extensions: [history(), uploadMarks] });
  const dispatch = (...specs: (TransactionSpec | Transaction)[]) => {
    for (const spec of specs) state = ('state' in spec ? spec : state.update(spec)).state;
  };
  return {
    dispatch,
    replaceMark: (id: string, text: string) => dispatch(replacingMark(state, id, text)),
    undo: () => undo({ state, dispatch }),
    text: () => state.doc.toString(),
    cursor: () => state.selection.main.head,
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

test('uploaded file replaces its placeholder, which is not text', () => {
  const editor = given('one two');
  editor.dispatch({ effects: at(4, 'a') });
  expect([editor.text(), editor.marks()]).toEqual(['one two', [4]]);
  editor.replaceMark('a', '![](a) ');
  expect([editor.text(), editor.marks()]).toEqual(['one ![](a) two', []]);
});

test('typing elsewhere moves the placeholder along', () => {
  const editor = given('one two');
  editor.dispatch({ effects: at(4, 'a') });
  editor.dispatch({ changes: { from: 0, insert: 'zero ' } });
  editor.dispatch({ changes: { from: 12, insert: ' three' } });
  editor.replaceMark('a', 'A ');
  expect(editor.text()).toBe('zero one A two three');
});

test('typing at an upload placeholder goes after it', () => {
  const editor = given('one ', 4);
  editor.dispatch({ effects: at(4, 'a') });
  editor.dispatch({ changes: { from: 4, insert: 'x' }, selection: { anchor: 5 } });
  editor.replaceMark('a', 'A');
  expect([editor.text(), editor.cursor()]).toEqual(['one Ax', 6]);
  const still = given('one ', 4);
  still.dispatch({ effects: at(4, 'a') });
  still.replaceMark('a', 'A');
  expect([still.text(), still.cursor()]).toEqual(['one A', 5]);
});

test('uploads at one place keep their order, whichever finishes first', () => {
  for (const order of ['abc', 'cba', 'bac', 'cab']) {
    const editor = given('()');
    editor.dispatch({ effects: at(1, 'a', 'b', 'c') });
    for (const id of order) editor.replaceMark(id, id);
    expect([order, editor.text(), editor.marks()]).toEqual([order, '(abc)', []]);
  }
});

test('placeholders at different places do not move each other', () => {
  const editor = given('1 2');
  editor.dispatch({ effects: at(3, 'b') });
  editor.dispatch({ effects: at(1, 'a') });
  editor.replaceMark('a', 'A');
  expect(editor.marks()).toEqual([4]);
  editor.replaceMark('b', 'B');
  expect(editor.text()).toBe('1A 2B');
});

test('failed upload leaves the text unchanged', () => {
  const editor = given('one');
  editor.dispatch({ effects: at(1, 'a') });
  editor.replaceMark('a', '');
  expect([editor.text(), editor.marks()]).toEqual(['one', []]);
  editor.replaceMark('a', 'late');
  expect(editor.text()).toBe('one');
});

test('undo removes the inserted file separately from typed text', () => {
  const editor = given('');
  editor.dispatch({ changes: { from: 0, insert: 'typed ' }, userEvent: 'input.type' });
  editor.dispatch({ effects: at(6, 'a') });
  editor.replaceMark('a', 'A');
  editor.dispatch({ changes: { from: 7, insert: ' more' }, userEvent: 'input.type' });
  editor.undo();
  expect(editor.text()).toBe('typed A');
  editor.undo();
  expect(editor.text()).toBe('typed ');
});

test('placeholder survives deletion of the text around it', () => {
  const editor = given('one two three');
  editor.dispatch({ effects: at(5, 'a') });
  editor.dispatch({ changes: { from: 0, to: 13, insert: 'body' } });
  editor.replaceMark('a', 'A');
  expect(editor.text()).toBe('Abody');
});
