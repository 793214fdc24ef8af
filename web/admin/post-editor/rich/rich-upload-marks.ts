import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { betweenCompositions, type InlinePlaceholder, type UploadMark, type UploadTarget } from '../upload-target.ts';

type Change = { readonly add: readonly UploadMark[] } | { readonly drop: string };

const key = new PluginKey<DecorationSet>('uploadMarks');

export const RichUploadMarks = Extension.create({
  name: 'uploadMarks',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: { init: () => DecorationSet.empty, apply: (transaction, marks) => changed(transaction, marks) },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

function changed(transaction: Transaction, marks: DecorationSet): DecorationSet {
  const mapped = marks.map(transaction.mapping, transaction.doc);
  const change = transaction.getMeta(key) as Change | undefined;
  if (!change) return mapped;
  if ('drop' in change) return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.drop));
  return mapped.add(transaction.doc, change.add.map(toWidget));
}

function toWidget({ id, position, placeholder }: UploadMark, index: number): Decoration {
  const draw = () => placeholder.draw();
  // Keeps text typed at the placeholder behind it.
  return Decoration.widget(position, draw, { id, key: id, side: index - 1000, destroy: dropFrom(placeholder) });
}

function dropFrom(placeholder: InlinePlaceholder) {
  return (element: globalThis.Node) => {
    if (element instanceof HTMLElement) placeholder.drop(element);
  };
}

export function richTarget(editor: Editor): UploadTarget {
  return {
    mark: (marks) => editor.view.dispatch(editor.state.tr.setMeta(key, { add: marks })),
    replaceMark: (id, html) => replaceMark(editor, id, html),
    betweenCompositions: (run) => {
      const { view } = editor;
      betweenCompositions(view.dom, () => view.composing, run);
    },
  };
}

function replaceMark(editor: Editor, id: string, html: string): void {
  const [mark] = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
  editor.view.dispatch(editor.state.tr.setMeta(key, { drop: id }));
  if (mark && html.trim() !== '') editor.commands.insertContentAt(mark.from, html.trim(), { updateSelection: false });
}
