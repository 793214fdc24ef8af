import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { type Command, EditorView, keymap, placeholder as placeholderText } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { editorTheme } from './editor-theme.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { insertLink, toggleBold, toggleItalic } from './markdown-commands.ts';
import './editor.css';

export interface MarkdownEditorHandle {
  /** Puts another text in place of the present one; it can be undone. */
  readonly replace: (text: string) => void;
  /** Where the cursor is, if the editor has the focus. */
  readonly cursor: () => number | undefined;
  readonly focus: (cursor?: number) => void;
}

export interface MarkdownEditorProps {
  /** What it begins with. Later changes go through the handle: a text that came back late would eat letters. */
  readonly initialText: string;
  readonly onChange: (text: string) => void;
  /** The id of the visible label. */
  readonly labelledBy: string;
  readonly describedBy: string;
  /** How far it is scrolled, from 0 to 1. */
  readonly onScroll?: (share: number) => void;
  readonly ref?: Ref<MarkdownEditorHandle>;
}

const keys = keymap.of([
  { key: 'Mod-b', run: toggleBold },
  { key: 'Mod-i', run: toggleItalic },
  { key: 'Mod-k', run: insertLink },
  // Tab is not among them: it leads on to the next field.
  ...historyKeymap,
  ...defaultKeymap,
]);

/** Markdown in an editor of its own. One view lives as long as the component, so that no composition is cut off. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { initialText, labelledBy, describedBy, ref } = props;
  const { t } = useTranslation('console');
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once
  useEffect(() => {
    if (!parent.current) return;
    const made = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: initialText,
        extensions: [
          history(),
          keys,
          markdown({ base: markdownLanguage, completeHTMLTags: false }),
          EditorView.lineWrapping,
          placeholderText(t('posts.bodyPlaceholder')),
          EditorView.contentAttributes.of({
            'aria-labelledby': labelledBy,
            'aria-describedby': describedBy,
            spellcheck: 'true',
            autocapitalize: 'sentences',
            tabindex: '0',
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
          EditorView.domEventHandlers({ scroll: (_, { scrollDOM }) => latest.current.onScroll?.(shareOf(scrollDOM)) }),
          editorTheme,
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useImperativeHandle(ref, () => ({
    replace: (text) => {
      if (view.current) replaceAll(view.current, text);
    },
    cursor: () => (view.current?.hasFocus ? view.current.state.selection.main.head : undefined),
    focus: (cursor) => {
      if (view.current) focusAt(view.current, cursor);
    },
  }));

  function run(command: Command): void {
    if (!view.current) return;
    command(view.current);
    view.current.focus();
  }

  return (
    <div className="markdown-editor">
      <EditorToolbar run={run} />
      <div className="markdown-editor-text" ref={parent} />
    </div>
  );
}

function replaceAll(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

function focusAt(view: EditorView, cursor: number | undefined): void {
  if (cursor !== undefined) {
    view.dispatch({ selection: { anchor: Math.min(cursor, view.state.doc.length) }, scrollIntoView: true });
  }
  view.focus();
}

function shareOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0;
}
