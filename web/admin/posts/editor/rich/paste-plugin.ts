import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { filesOf, hasWords } from '../files-of-transfer.ts';
import { cleanPaste } from './clean-paste.ts';
import { looksLikeMarkdown } from './looks-like-markdown.ts';

export interface PasteTakers {
  readonly takeFiles: (files: readonly File[], position: number) => void;
  readonly takeMarkdown: (text: string, position: number) => void;
}

export function richPaste({ takeFiles, takeMarkdown }: PasteTakers): Extension {
  let isPlain = false;

  function takePictures(view: EditorView, pictures: readonly File[]): void {
    // Waits until the pasted text is inserted.
    if (pictures.length > 0) setTimeout(() => takeFiles(pictures, view.state.selection.to));
  }

  function paste(view: EditorView, event: ClipboardEvent): boolean {
    const data = event.clipboardData;
    if (!data || !view.editable) return false;
    const files = filesOf(data);
    if (files.length > 0 && !hasWords(data)) {
      takeFiles(files, emptied(view));
      return true;
    }
    const isSource = data.types.includes('vscode-editor-data');
    const text = data.getData('text/plain');
    const isText = isSource || !data.types.includes('text/html');
    const isInCode = view.state.selection.$from.parent.type.spec.code === true;
    if (isPlain || isInCode || !isText || !looksLikeMarkdown(text)) return false;
    takeMarkdown(text, emptied(view));
    return true;
  }

  function drop(view: EditorView, event: DragEvent): boolean {
    const files = filesOf(event.dataTransfer);
    if (files.length === 0) return false;
    event.preventDefault();
    const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
    if (view.editable) takeFiles(files, position ?? view.state.doc.content.size);
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
