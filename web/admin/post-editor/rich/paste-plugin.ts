import { Extension } from '@tiptap/core';
import { DOMSerializer, type Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { filesOf, hasWords } from '../use-editor-files.tsx';
import { cleanPaste } from './clean-paste.ts';

/**
 * Slices copied in this page, by the name that the clipboard HTML carries. They are pasted without cleaning; other HTML
 * is always cleaned, even if it claims to come from this editor.
 */
const copied = new Map<string, Slice>();
const MAX_COPIED = 5;
const NAME = 'data-copied-part';
const NAMED = new RegExp(`\\b${NAME}="([\\d-]+)"`);

function keep(slice: Slice): string {
  const name = crypto.getRandomValues(new Uint32Array(4)).join('-');
  copied.set(name, slice);
  const [oldest] = copied.keys();
  if (copied.size > MAX_COPIED && oldest !== undefined) copied.delete(oldest);
  return name;
}

export const CopiedParts = Extension.create({
  name: 'copiedParts',
  // Must run before the paste cleaning, which removes the name.
  priority: 1000,
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    let name = '';
    let pasted: Slice | undefined;
    return [
      new Plugin({
        props: {
          transformCopied: (slice) => {
            name = keep(slice);
            return slice;
          },
          clipboardSerializer: new NamingSerializer(DOMSerializer.fromSchema(schema), () => name),
          transformPastedHTML: (html) => {
            pasted = copied.get(NAMED.exec(html)?.[1] ?? '');
            return html;
          },
          transformPasted: (slice) => {
            const own = pasted;
            pasted = undefined;
            if (!own) return slice;
            const hasSameSchema = own.content.firstChild?.type.schema === schema;
            return hasSameSchema ? own : Slice.fromJSON(schema, own.toJSON());
          },
        },
      }),
    ];
  },
});

class NamingSerializer extends DOMSerializer {
  readonly #name: () => string;

  constructor({ nodes, marks }: DOMSerializer, name: () => string) {
    super(nodes, marks);
    this.#name = name;
  }

  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const serialized = super.serializeFragment(fragment, options, target);
    // ProseMirror calls this recursively with a target for nested nodes.
    if (!target) serialized.firstElementChild?.setAttribute(NAME, this.#name());
    return serialized;
  }
}

const BLOCK = /^(?:#{1,6} \S|[-*+] \S|\d+[.)] \S|> ?\S|```|~~~|\|.+\|\s*$|(?:-{3,}|\*{3,})\s*$)/;
const PHRASE = /\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)|(?<!`)`[^`\n]+`(?!`)|!\[[^\]]*\]\([^)\s]+\)/;

function looksLikeMarkdown(text: string): boolean {
  const lines = text.split('\n');
  const blocks = lines.filter((line) => BLOCK.test(line.trimEnd())).length;
  const phrases = lines.filter((line) => PHRASE.test(line)).length;
  return (
    blocks + phrases >= 2 || /^#{1,6} \S/.test(text) || /^```/m.test(text) || /\[[^\]]+\]\(https?:[^)\s]+\)/.test(text)
  );
}

export interface PasteHandlers {
  readonly onFiles: (files: readonly File[], position: number) => void;
  readonly onMarkdown: (text: string, position: number) => void;
}

export function richPaste({ onFiles, onMarkdown }: PasteHandlers): Extension {
  let isPlain = false;

  function takePictures(view: EditorView, pictures: readonly File[]): void {
    // Waits until the pasted text is inserted.
    if (pictures.length > 0) setTimeout(() => onFiles(pictures, view.state.selection.to));
  }

  function paste(view: EditorView, event: ClipboardEvent): boolean {
    const data = event.clipboardData;
    if (!data || !view.editable) return false;
    const files = filesOf(data);
    if (files.length > 0 && !hasWords(data)) {
      onFiles(files, emptied(view));
      return true;
    }
    const isSource = data.types.includes('vscode-editor-data');
    const text = data.getData('text/plain');
    const isText = isSource || !data.types.includes('text/html');
    const isInCode = view.state.selection.$from.parent.type.spec.code === true;
    if (isPlain || isInCode || !isText || !looksLikeMarkdown(text)) return false;
    onMarkdown(text, emptied(view));
    return true;
  }

  function drop(view: EditorView, event: DragEvent): boolean {
    const files = filesOf(event.dataTransfer);
    if (files.length === 0) return false;
    event.preventDefault();
    const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
    if (view.editable) onFiles(files, position ?? view.state.doc.content.size);
    view.focus();
    return true;
  }

  return Extension.create({
    name: 'richPaste',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleDOMEvents: {
            // Ctrl+Shift+V or ⌘+Shift+V pastes plain text.
            keydown: (_view, event) => {
              isPlain = event.shiftKey;
              return false;
            },
          },
          handlePaste: paste,
          handleDrop: drop,
          transformPastedHTML: (html, view) => {
            const { html: clean, pictures } = cleanPaste(html);
            takePictures(view, pictures);
            return clean;
          },
        },
      }),
    ],
  });
}

function emptied(view: EditorView): number {
  if (!view.state.selection.empty) view.dispatch(view.state.tr.deleteSelection());
  return view.state.selection.from;
}
