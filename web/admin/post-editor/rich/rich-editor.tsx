import { Button } from '@mantine/core';
import { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postConversionApi } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import type { SourceEditorProps } from '../source-editor.tsx';
import { type Loss, lossesBetween } from '../switching/losses.ts';
import { betweenCompositions, InlinePlaceholder } from '../upload-target.ts';
import { useEditorFiles } from '../use-editor-files.tsx';
import { cleanPaste } from './clean-paste.ts';
import { beginConverting, Converting, endConverting } from './converting.ts';
import { FloatingToolbar } from './floating-toolbar.tsx';
import { CopiedParts, richPaste } from './paste-plugin.ts';
import { richExtensions } from './rich-extensions.ts';
import { richHtml } from './rich-html.ts';
import { RichQuestionDialog } from './rich-question.tsx';
import { RichToolbar } from './rich-toolbar.tsx';
import type { RichQuestion, ToolContext } from './rich-tools.ts';
import { RichUploadMarks, richTarget } from './rich-upload-marks.ts';
import { SlashMenu } from './slash-menu.tsx';
import '../../../ui/code.css';
import '../../../ui/prose-base.css';
import '../../../ui/prose.css';
import './rich.css';

export interface RichEditorProps extends Omit<SourceEditorProps, 'mode'> {
  readonly onWriteAsHtml: (html: string) => void;
}

/**
 * Tiptap editor of a body. The instance lives as long as the component, because recreating it would abort an IME
 * composition.
 */
export function RichEditor(props: RichEditorProps) {
  const { files, isInvalid = false, ref } = props;
  const parent = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const instance = useRef<Editor>(undefined);
  const [missing, setMissing] = useState<readonly Loss[]>([]);
  const [question, setQuestion] = useState<RichQuestion>();
  /** Given HTML and the editor's version of it: undoing all edits returns the given HTML. */
  const loaded = useRef({ html: props.initialText, written: '' });
  const textOf = ({ state: { doc } }: Editor) => {
    const html = richHtml(doc);
    return html === loaded.current.written ? loaded.current.html : html;
  };
  const latest = useRef(props);
  latest.current = props;
  const { t } = useTranslation('console');

  const [host] = useState(() => ({
    target: () => instance.current && richTarget(instance.current),
    sample: () =>
      instance.current?.state.doc.textBetween(0, Math.min(4000, instance.current.state.doc.content.size), ' ') ?? '',
    insert: (html: string) => instance.current && insertHtml(instance.current, html),
  }));
  const editorFiles = useEditorFiles({ editor: host, files, mode: 'richText' });
  const onMarkdown = useMarkdownPaste(files.serviceId, () => instance.current);

  /** Makes the editor read-only while editing would lose parts of the text. */
  function hold(current: Editor, html: string): void {
    const written = richHtml(current.state.doc);
    const losses = lossesBetween(html, written);
    loaded.current = { html, written };
    current.setEditable(losses.length === 0, false);
    setMissing(losses);
  }

  // Before the handle is set, which may be used at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once
  useLayoutEffect(() => {
    if (!parent.current) return;
    const { initialText, labelledBy, describedBy } = latest.current;
    const created = new Editor({
      element: parent.current,
      content: initialText,
      injectCSS: false,
      extensions: [
        ...richExtensions(t('posts.modes.richText.placeholder')),
        RichUploadMarks,
        Converting,
        CopiedParts,
        richPaste({ onFiles: editorFiles.upload, onMarkdown }),
      ],
      editorProps: {
        attributes: {
          class: 'prose rich-text',
          role: 'textbox',
          tabindex: '0',
          'aria-multiline': 'true',
          'aria-labelledby': labelledBy,
          'aria-describedby': describedBy,
          ...languageOf(initialText),
        },
        handleKeyDown: (view, event) => {
          if (isPlainArrowUp(event) && isAtTop(view)) latest.current.onLeaveTop?.();
          else if (isLinkShortcut(event)) setQuestion('link');
          else return false;
          return true;
        },
      },
      onUpdate: ({ editor: changed }) => latest.current.onChange(textOf(changed)),
    });
    instance.current = created;
    setEditor(created);
    hold(created, initialText);
    return () => {
      instance.current = undefined;
      created.destroy();
    };
  }, []);

  useEffect(() => editor?.view.dom.setAttribute('aria-invalid', String(isInvalid)), [editor, isInvalid]);

  useImperativeHandle(ref, () => ({
    replace: (html) => {
      const { current } = instance;
      if (!current || textOf(current) === html) return;
      current.commands.setContent(html, { emitUpdate: false });
      hold(current, html);
    },
    insert: host.insert,
    cursor: () => (instance.current?.isFocused ? instance.current.state.selection.head : undefined),
    focus: (cursor) => instance.current?.commands.focus(cursor),
    showHeading: (index) => instance.current && showHeading(instance.current, index),
  }));

  const context: ToolContext | undefined = editor && { editor, ask: setQuestion, askFile: editorFiles.ask };
  return (
    <div className="source-editor ui-column">
      {context && missing.length === 0 && <RichToolbar {...context} />}
      {editor && missing.length > 0 && (
        <MissingParts
          losses={missing}
          onWriteAsHtml={() => latest.current.onWriteAsHtml(loaded.current.html)}
          onGoOn={() => {
            setMissing([]);
            editor.setEditable(true, false);
            editor.commands.focus();
          }}
        />
      )}
      <div className="rich-editor-text" ref={parent} />
      {context && <SlashMenu {...context} />}
      {context && <FloatingToolbar {...context} />}
      {editor && question && (
        <RichQuestionDialog
          editor={editor}
          question={question}
          serviceId={files.serviceId}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {editorFiles.parts}
    </div>
  );
}

const FOCUS_DELAY_MS = 50;

function insertHtml(editor: Editor, html: string): void {
  if (html === '') return;
  editor.commands.insertContent(html.trim());
  // Waits until the closing dialog has returned the focus to its opener.
  setTimeout(() => editor.commands.focus(), FOCUS_DELAY_MS);
}

function showHeading(editor: Editor, index: number): void {
  const heading = editor.view.dom.querySelectorAll('h1, h2, h3, h4, h5, h6').item(index);
  if (!heading) return;
  editor.commands.focus(editor.view.posAtDOM(heading, 0), { scrollIntoView: false });
  heading.scrollIntoView({ block: 'start' });
}

function isPlainArrowUp({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'ArrowUp' && !(shiftKey || altKey || ctrlKey || metaKey);
}

function isAtTop(view: EditorView): boolean {
  const { $from, empty } = view.state.selection;
  return empty && !view.composing && $from.index(0) === 0 && view.endOfTextblock('up');
}

function isLinkShortcut(event: KeyboardEvent): boolean {
  const isMod = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  return isMod && event.key.toLowerCase() === 'k' && !event.isComposing;
}

function languageOf(html: string): { lang?: string } {
  const language = contentLanguage(html.slice(0, 4000));
  return language === undefined ? {} : { lang: language };
}

interface MissingPartsProps {
  readonly losses: readonly Loss[];
  readonly onWriteAsHtml: () => void;
  readonly onGoOn: () => void;
}

function MissingParts({ losses, onWriteAsHtml, onGoOn }: MissingPartsProps) {
  const { t } = useTranslation('console');
  const words = losses.map(({ kind, name }) => t(`posts.switchMode.losses.${kind}`, { name }));
  return (
    <section className="missing-parts" aria-label={t('richText.kept.title')}>
      <strong>{t('richText.kept.title')}</strong>
      <p>{t('richText.kept.text', { losses: words.join(t('richText.comma')) })}</p>
      <div className="form-actions">
        <Button size="compact-sm" onClick={onWriteAsHtml}>
          {t('richText.kept.asHtml')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onGoOn}>
          {t('richText.kept.anyway')}
        </Button>
      </div>
    </section>
  );
}

function useMarkdownPaste(serviceId: string, editor: () => Editor | undefined) {
  const { t } = useTranslation('console');
  const latest = useRef({ serviceId, t });
  latest.current = { serviceId, t };
  const count = useRef(0);

  async function toHtml(body: string): Promise<string> {
    const request = {
      params: { serviceId: latest.current.serviceId },
      body: { body, from: 'markdown', to: 'html' },
    } as const;
    return cleanPaste((await backgroundCall(postConversionApi.convert, request)).body).html;
  }

  const handler = useRef((text: string, position: number) => {
    const current = editor();
    if (!current) return;
    count.current += 1;
    const id = `markdown-${count.current}`;
    let isDone = false;
    const finish = (html?: string) => {
      if (isDone || current.isDestroyed) return;
      isDone = true;
      const { view } = current;
      const end = () => {
        if (!current.isDestroyed) endConverting(current, id, html);
      };
      betweenCompositions(view.dom, () => view.composing, end);
    };
    const finishAsText = () => finish();
    const placeholder = new InlinePlaceholder(latest.current.t('richText.converting'), {
      label: latest.current.t('richText.asWritten'),
      run: finishAsText,
    });
    beginConverting(current, { id, placeholder, position, text });
    toHtml(text).then(finish, finishAsText);
  });
  return handler.current;
}
