import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { type Command, dropCursor, EditorView, keymap, placeholder as placeholderText } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BodyFormat, type EditorMode, formatOfMode } from '#contract/posts.ts';
import type { BodyHandle } from './body-handle.ts';
import { editorTheme } from './editor-theme.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { insertLink, toggleBold, toggleItalic } from './markdown-commands.ts';
import { type OutlineHeading, outlineOf } from './outline.ts';
import { searchPhrases } from './search-phrases.ts';
import { sourceTarget, uploadMarks } from './upload-marks.ts';
import { type FilesOfEditor, filesOf, hasWords, useEditorFiles } from './use-editor-files.tsx';
import './editor.css';

const sourceLanguages: Readonly<Record<BodyFormat, Extension>> = {
  markdown: markdown({ base: markdownLanguage, completeHTMLTags: false }),
  html: html({ autoCloseTags: false, selfClosingTags: true }),
  text: [],
  json: json(),
};

export type { BodyHandle as SourceEditorHandle } from './body-handle.ts';

export interface SourceEditorProps {
  /** Initial text. Later changes go through the handle, because a delayed prop would overwrite newer typing. */
  readonly initialText: string;
  readonly mode: EditorMode;
  readonly onChange: (text: string) => void;
  readonly files: FilesOfEditor;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isInvalid?: boolean;
  /** The arrow key up was pressed in the first line. */
  readonly onLeaveTop?: (() => void) | undefined;
  readonly ref?: Ref<BodyHandle>;
}

// Leaves out Tab, which moves the focus to the next field.
const keys = keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]);
const markdownKeys = keymap.of([
  { key: 'Mod-b', run: toggleBold },
  { key: 'Mod-i', run: toggleItalic },
  { key: 'Mod-k', run: insertLink },
]);

/**
 * CodeMirror editor of a body's source. The view lives as long as the component, because recreating it would abort an
 * IME composition.
 */
export function SourceEditor(props: SourceEditorProps) {
  const { initialText, mode, files, labelledBy, describedBy, isInvalid = false, ref } = props;
  const { t } = useTranslation('console');
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [byMode] = useState(() => new Compartment());
  const [host] = useState(() => ({
    target: () => (view.current ? sourceTarget(view.current) : undefined),
    sample: () => view.current?.state.doc.sliceString(0, 4000) ?? '',
    insert: (text: string) => view.current && insertText(view.current, text),
  }));
  const editorFiles = useEditorFiles({ editor: host, files, mode });
  const latest = useRef(props);
  latest.current = props;

  // Before the handle is set, which may be used at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is created once
  useLayoutEffect(() => {
    if (!parent.current) return;
    const created = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: initialText,
        extensions: [
          history(),
          search({ top: true }),
          EditorState.phrases.of(searchPhrases(t)),
          byMode.of(extensionsFor(mode)),
          keymap.of([{ key: 'ArrowUp', run: (current) => leavesTop(current) && leaveTop(latest.current) }]),
          keys,
          uploadMarks,
          fileDrops(editorFiles.upload),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-labelledby': labelledBy,
            'aria-describedby': describedBy,
            tabindex: '0',
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
          editorTheme,
        ],
      }),
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  function extensionsFor(current: EditorMode): Extension {
    const isProse = current === 'markdown' || current === 'text';
    return [
      sourceLanguages[formatOfMode[current]],
      current === 'markdown' ? markdownKeys : [],
      placeholderText(t(`posts.modes.${current}.placeholder`)),
      EditorView.contentAttributes.of({
        spellcheck: String(isProse),
        autocapitalize: isProse ? 'sentences' : 'off',
        'aria-invalid': String(isInvalid),
      }),
    ];
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: reconfigures the editor and keeps its text
  useEffect(() => view.current?.dispatch({ effects: byMode.reconfigure(extensionsFor(mode)) }), [mode, isInvalid]);

  useImperativeHandle(ref, () => ({
    replace: (text) => {
      if (view.current) replaceAll(view.current, text);
    },
    insert: (text) => {
      if (view.current) insertText(view.current, text);
    },
    cursor: () => (view.current?.hasFocus ? view.current.state.selection.main.head : undefined),
    showHeading: (index) => {
      if (view.current)
        showHeading(view.current, outlineOf(view.current.state.doc.toString(), formatOfMode[mode])[index]);
    },
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
    <div className="source-editor ui-column">
      <EditorToolbar isMarkdown={mode === 'markdown'} run={run} onPickFile={editorFiles.ask} />
      <div className="source-editor-text" ref={parent} />
      {editorFiles.parts}
    </div>
  );
}

const FOCUS_DELAY_MS = 50;
/** Room for the sticky bar and toolbar, in CSS pixels. */
const HEADING_MARGIN = 120;

function insertText(view: EditorView, text: string): void {
  if (text === '') return;
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
  // Waits until the closing dialog has returned the focus to its opener.
  setTimeout(() => view.focus(), FOCUS_DELAY_MS);
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

function showHeading(view: EditorView, heading: OutlineHeading | undefined): void {
  if (!heading) return;
  const effects = EditorView.scrollIntoView(heading.offset, { y: 'start', yMargin: HEADING_MARGIN });
  view.dispatch({ selection: { anchor: heading.offset }, effects });
  view.focus();
}

function leavesTop(view: EditorView): boolean {
  const { main } = view.state.selection;
  return main.empty && !view.composing && view.moveVertically(main, false).head === main.head;
}

function leaveTop({ onLeaveTop }: SourceEditorProps): boolean {
  onLeaveTop?.();
  return onLeaveTop !== undefined;
}

function fileDrops(upload: (files: readonly File[], position: number) => void): Extension {
  return [
    dropCursor(),
    EditorView.domEventHandlers({
      dragover: (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return false;
        event.dataTransfer.dropEffect = 'copy';
        event.preventDefault();
        return false;
      },
      drop: (event, view) => {
        const files = filesOf(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        if (view.state.readOnly) return true;
        upload(files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
        view.focus();
        return true;
      },
      paste: (event, view) => {
        const files = filesOf(event.clipboardData);
        if (files.length === 0 || view.state.readOnly || hasWords(event.clipboardData)) return false;
        event.preventDefault();
        const { from, empty } = view.state.selection.main;
        if (!empty) view.dispatch(view.state.replaceSelection(''), { userEvent: 'input.paste' });
        upload(files, from);
        return true;
      },
    }),
  ];
}
