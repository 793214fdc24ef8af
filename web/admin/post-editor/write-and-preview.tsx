import { SegmentedControl, Select, UnstyledButton } from '@mantine/core';
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { EditorMode, formatOfMode } from '#contract/posts.ts';
import { AnyEditor, type AnyEditorHandle } from './any-editor.tsx';
import type { BodyHandle } from './body-handle.ts';
import { jsonError } from './json-error.ts';
import { PreviewPane } from './preview-pane.tsx';
import { SwitchDialog } from './switching/switch-dialog.tsx';
import { type FormerText, useModeSwitch } from './switching/use-mode-switch.ts';
import type { FilesOfEditor } from './use-editor-files.tsx';
import './editor.css';

const editorModes: readonly EditorMode[] = ['richText', 'markdown', 'rawHtml', 'text', 'json'];

function EditorModeField({ mode, onAsk }: { mode: EditorMode; onAsk: (mode: EditorMode) => void }) {
  const { t } = useTranslation('console');
  return (
    <Select
      className="editor-mode"
      aria-label={t('posts.fields.editorMode')}
      data={editorModes.map((each) => ({ value: each, label: t(`posts.modes.${each}.name`) }))}
      value={mode}
      allowDeselect={false}
      onChange={(value) => {
        const next = EditorMode.safeParse(value).data;
        if (next !== undefined && next !== mode) onAsk(next);
      }}
    />
  );
}

export interface WriteAndPreviewProps {
  readonly files: FilesOfEditor;
  readonly initialText: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly mode: EditorMode;
  /** Language tag, or empty to detect it from the text. */
  readonly language: string;
  readonly onModeChange: (mode: EditorMode) => void;
  readonly formerTexts: readonly FormerText[];
  readonly onFormerTexts: (formerTexts: readonly FormerText[]) => void;
  readonly label: string;
  readonly error?: ReactNode;
  /** Must be stable. The arrow key up was pressed in the first line. */
  readonly onLeaveTop: () => void;
  readonly ref?: Ref<BodyHandle>;
}

type Side = 'write' | 'preview';

const Editor = memo(AnyEditor);

export function WriteAndPreview(props: WriteAndPreviewProps) {
  const { initialText, text, mode, formerTexts, label, error, ref } = props;
  const { serviceId } = props.files;
  const { t } = useTranslation('console');
  const [side, setSide] = useState<Side>('write');
  const pane = useRef<HTMLElement>(null);
  const written = useRef<HTMLDivElement>(null);
  useScrollTogether(written, pane);
  const editor = useRef<AnyEditorHandle>(null);
  const latest = useRef(props);
  latest.current = props;
  const isRich = mode === 'richText';

  function onSwitch(next: FormerText, former: readonly FormerText[]): void {
    editor.current?.switchTo(next.text, next.mode);
    props.onChange(next.text);
    props.onModeChange(next.mode);
    props.onFormerTexts(former);
  }
  const modes = useModeSwitch({ currentText: () => ({ mode, text: latest.current.text }), formerTexts, onSwitch });
  /** Focuses the editor because the pressed button disappears. */
  const focusAfter = (act: () => void) => {
    act();
    editor.current?.focus();
  };

  const latestAsk = useRef(modes.ask);
  latestAsk.current = modes.ask;
  const ask = useCallback((next: EditorMode) => latestAsk.current(next), []);

  const { settings } = props.files;
  const files = useMemo<FilesOfEditor>(
    () => ({ serviceId, settings, onUploads: (state) => latest.current.files.onUploads?.(state) }),
    [serviceId, settings],
  );
  const onChange = useCallback((next: string) => latest.current.onChange(next), []);
  const writeAsHtml = useCallback((html: string) => {
    editor.current?.switchTo(html, 'rawHtml');
    latest.current.onModeChange('rawHtml');
  }, []);
  useImperativeHandle(ref, () => handleTo(editor), []);

  return (
    <div className="write-and-preview ui-grid ui-gap-2-4" data-side={side} data-rich={isRich || undefined}>
      <div className="write-and-preview-head ui-row ui-middle ui-spread ui-gap-2-3">
        <Head label={label} mode={mode} side={side} onAsk={ask} onSide={setSide} />
        <OriginalNotice
          formerTexts={formerTexts}
          onRestore={(former) => focusAfter(() => modes.restore(former))}
          onDrop={() => focusAfter(() => props.onFormerTexts([]))}
        />
      </div>
      <div className="write-side" ref={written}>
        <Editor
          ref={editor}
          initialText={initialText}
          mode={mode}
          onChange={onChange}
          files={files}
          onLeaveTop={props.onLeaveTop}
          onWriteAsHtml={writeAsHtml}
          labelledBy="post-body-label"
          describedBy="post-body-help"
          isInvalid={Boolean(error)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <section className="preview-side" ref={pane} tabIndex={0} aria-label={t('posts.preview')}>
        {(!isRich || side === 'preview') && (
          <PreviewPane serviceId={serviceId} body={text} bodyFormat={formatOfMode[mode]} language={props.language} />
        )}
      </section>
      <p id="post-body-help" className="write-and-preview-help ui-quiet">
        {t(`posts.modes.${mode}.help`)}
        {error && <span className="write-and-preview-error">{error}</span>}
        {mode === 'json' && <JsonErrorText text={text} />}
      </p>
      {modes.pending && (
        <SwitchDialog
          serviceId={serviceId}
          text={modes.pending.text}
          from={mode}
          to={modes.pending.to}
          onSwitch={(next) => focusAfter(() => modes.change(next))}
          onCancel={modes.cancel}
        />
      )}
    </div>
  );
}

/** Scrolls the preview beside the text in proportion, while the page scrolls past the text. */
function useScrollTogether(written: RefObject<HTMLElement | null>, pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function follow(): void {
      if (!written.current || !pane.current) return;
      const { top, height } = written.current.getBoundingClientRect();
      const share = -top / Math.max(1, height - innerHeight);
      pane.current.scrollTop = share * (pane.current.scrollHeight - pane.current.clientHeight);
    }
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [written, pane]);
}

interface HeadProps {
  readonly label: string;
  readonly mode: EditorMode;
  readonly side: Side;
  readonly onAsk: (mode: EditorMode) => void;
  readonly onSide: (side: Side) => void;
}

const Head = memo(function Head({ label, mode, side, onAsk, onSide }: HeadProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <span id="post-body-label" className="write-and-preview-label ui-fixed ui-strong">
        {label}
      </span>
      <EditorModeField mode={mode} onAsk={onAsk} />
      <SegmentedControl
        className="write-and-preview-tabs"
        aria-label={label}
        value={side}
        onChange={(value) => onSide(value === 'preview' ? 'preview' : 'write')}
        data={[
          { value: 'write', label: t('posts.write') },
          { value: 'preview', label: t('posts.preview') },
        ]}
      />
    </>
  );
});

function handleTo(editor: { readonly current: AnyEditorHandle | null }): BodyHandle {
  return {
    replace: (text) => editor.current?.replace(text),
    insert: (text) => editor.current?.insert(text),
    showHeading: (index) => editor.current?.showHeading(index),
    cursor: () => editor.current?.cursor(),
    focus: (cursor) => editor.current?.focus(cursor),
  };
}

function JsonErrorText({ text }: { text: string }) {
  const { t } = useTranslation('console');
  const deferredText = useDeferredValue(text);
  const error = useMemo(() => (deferredText.trim() === '' ? undefined : jsonError(deferredText)), [deferredText]);
  return (
    <span className="write-and-preview-error" role="status">
      {error && t('posts.jsonFault', { line: error.line, reason: t(`posts.jsonReasons.${error.reason}`) })}
    </span>
  );
}

interface OriginalNoticeProps {
  readonly formerTexts: readonly FormerText[];
  readonly onRestore: (former: FormerText) => void;
  readonly onDrop: () => void;
}

function OriginalNotice({ formerTexts, onRestore, onDrop }: OriginalNoticeProps) {
  const { t } = useTranslation('console');
  const last = formerTexts.at(-1);
  const [first] = formerTexts;
  if (!first || !last) return null;
  return (
    <p className="original-notice" role="status">
      {t('posts.switchMode.original.text', { before: t(`posts.modes.${last.mode}.name`) })}{' '}
      <UnstyledButton className="text-button" onClick={() => onRestore(last)}>
        {t('posts.switchMode.original.back')}
      </UnstyledButton>{' '}
      {first !== last && (
        <>
          <UnstyledButton className="text-button" onClick={() => onRestore(first)}>
            {t('posts.switchMode.original.first', { mode: t(`posts.modes.${first.mode}.name`) })}
          </UnstyledButton>{' '}
        </>
      )}
      <UnstyledButton className="text-button" onClick={onDrop}>
        {t('posts.switchMode.original.drop')}
      </UnstyledButton>
    </p>
  );
}
