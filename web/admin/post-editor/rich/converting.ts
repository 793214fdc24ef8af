import { type Editor, Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node, DOMParser as SchemaParser, type Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { InlinePlaceholder } from '../upload-target.ts';

/** Pasted text shown as written while the server converts it; it stays if the conversion fails. */
interface Conversion {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly placeholder: InlinePlaceholder;
  readonly written: Slice;
}

type Change = { readonly begin: Conversion } | { readonly end: string };

const key = new PluginKey<DecorationSet>('converting');

export const Converting = Extension.create({
  name: 'converting',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: { init: () => DecorationSet.empty, apply: (transaction, texts) => changed(transaction, texts) },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

function changed(transaction: Transaction, texts: DecorationSet): DecorationSet {
  const mapped = texts.map(transaction.mapping, transaction.doc);
  const change = transaction.getMeta(key) as Change | undefined;
  if (!change) return mapped;
  if ('end' in change) return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.end));
  const { id, from, to, placeholder, written } = change.begin;
  return mapped.add(transaction.doc, [
    Decoration.inline(from, to, { class: 'converting' }, { id, written }),
    Decoration.widget(to, () => placeholder.draw(), {
      id,
      key: id,
      // Keeps text typed at the end behind the placeholder.
      side: -1000,
      destroy: (element: globalThis.Node) => element instanceof HTMLElement && placeholder.drop(element),
    }),
  ]);
}

export function beginConverting(
  editor: Editor,
  at: { id: string; placeholder: InlinePlaceholder; position: number; text: string },
) {
  const { schema, tr } = editor.state;
  const range = splitBlockAt(closeHistory(tr), at.position);
  const written = textFragment(schema, at.text);
  tr.replaceWith(range.from, range.to, written);
  // Excludes the outer paragraph boundaries, so that text typed at the end is not part of the range.
  const from = Selection.near(tr.doc.resolve(range.from), 1).from;
  const end = Selection.near(tr.doc.resolve(range.from + written.size), -1);
  const begin: Conversion = { ...at, from, to: end.to, written: tr.doc.slice(from, end.to) };
  editor.view.dispatch(tr.setSelection(end).setMeta(key, { begin }).scrollIntoView());
}

function splitBlockAt(tr: Transaction, position: number): { readonly from: number; readonly to: number } {
  const $at = tr.doc.resolve(position);
  const { parent, parentOffset } = $at;
  if (!parent.isTextblock) return { from: position, to: position };
  const isEmpty = parent.content.size === 0;
  const mayGo = !parent.type.spec.isolating;
  if (isEmpty && mayGo) return { from: $at.before(), to: $at.after() };
  if (parentOffset === 0 && mayGo) return { from: $at.before(), to: $at.before() };
  if (parentOffset === parent.content.size || !mayGo) return { from: $at.after(), to: $at.after() };
  tr.split(position);
  return { from: position + 1, to: position + 1 };
}

/** Replaces the text by its conversion, unless it was edited meanwhile. Without `html` only the mark is removed. */
export function endConverting(editor: Editor, id: string, html?: string): void {
  const { schema, tr } = editor.state;
  const found = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id && spec.written);
  tr.setMeta(key, { end: id } satisfies Change);
  const [text] = found ?? [];
  if (text && html !== undefined && tr.doc.slice(text.from, text.to).eq(text.spec.written)) {
    const range = wholeBlocks(tr.doc, text.from, text.to);
    const isCursorIn = tr.selection.from >= text.from && tr.selection.to <= text.to;
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    closeHistory(tr).replaceWith(range.from, range.to, SchemaParser.fromSchema(schema).parse(body).content);
    if (isCursorIn) tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(range.to, 1)), -1));
  }
  editor.view.dispatch(tr);
}

function wholeBlocks(doc: Node, from: number, to: number): { readonly from: number; readonly to: number } {
  const $from = doc.resolve(from);
  const $to = doc.resolve(to);
  const isFirst = $from.parent.isTextblock && $from.parentOffset === 0;
  const isLast = $to.parent.isTextblock && $to.parentOffset === $to.parent.content.size;
  return { from: isFirst ? $from.before() : from, to: isLast ? $to.after() : to };
}

function textFragment(schema: Node['type']['schema'], text: string): Fragment {
  const { paragraph, hardBreak } = schema.nodes;
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
    .split(/\n{2,}/);
  const linesOf = (block: string) =>
    block
      .split('\n')
      .flatMap((line, index) => [
        ...(index > 0 && hardBreak ? [hardBreak.create()] : []),
        ...(line === '' ? [] : [schema.text(line)]),
      ]);
  return Fragment.from(blocks.flatMap((block) => paragraph?.create(null, linesOf(block)) ?? []));
}
