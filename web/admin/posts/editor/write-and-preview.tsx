import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { type ReactNode, type Ref, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BodyFormat, type EditorMode, formatOfMode } from '#contract/posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { Prose } from '../prose.tsx';
import { EditorModeField } from './editor-mode-field.tsx';
import { jsonFault } from './json-fault.ts';
import { SourceEditor, type SourceEditorHandle } from './source-editor.tsx';
import type { FilesOfEditor } from './use-editor-uploads.ts';
import { type Preview, usePreview } from './use-preview.ts';
import './editor.css';

export interface WriteAndPreviewProps {
  readonly files: FilesOfEditor;
  readonly initialText: string;
  /** What is in the editor now. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly mode: EditorMode;
  /** The mode that the post has had so far. */
  readonly initialMode: EditorMode;
  readonly onModeChange: (mode: EditorMode) => void;
  readonly label: string;
  readonly error?: ReactNode;
  readonly ref?: Ref<SourceEditorHandle>;
}

type Side = 'write' | 'preview';

/** The source and, beside it or behind a tab, what readers will see. */
export function WriteAndPreview(props: WriteAndPreviewProps) {
  const { files, initialText, text, onChange, mode, initialMode, onModeChange, label, error, ref } = props;
  const { t } = useTranslation('console');
  const [side, setSide] = useState<Side>('write');
  const preview = usePreview(files.serviceId, text, formatOfMode[mode]);
  const pane = useRef<HTMLElement>(null);

  function follow(share: number): void {
    const { current } = pane;
    if (current) current.scrollTop = share * (current.scrollHeight - current.clientHeight);
  }

  return (
    <div className="write-and-preview" data-side={side}>
      <div className="write-and-preview-head">
        <span id="post-body-label" className="write-and-preview-label">
          {label}
        </span>
        <EditorModeField mode={mode} initialMode={initialMode} isEmpty={text.trim() === ''} onChange={onModeChange} />
        <SegmentedControl
          className="write-and-preview-tabs"
          aria-label={label}
          value={side}
          onChange={(value) => setSide(value === 'preview' ? 'preview' : 'write')}
          data={[
            { value: 'write', label: t('posts.write') },
            { value: 'preview', label: t('posts.preview') },
          ]}
        />
      </div>
      <div className="write-side">
        <SourceEditor
          initialText={initialText}
          mode={mode}
          onChange={onChange}
          files={files}
          onScroll={follow}
          labelledBy="post-body-label"
          describedBy="post-body-help"
          isInvalid={Boolean(error)}
          {...(ref !== undefined && { ref })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="preview-side" ref={pane} tabIndex={0} aria-label={t('posts.preview')}>
        <PreviewPane preview={preview} text={text} format={formatOfMode[mode]} />
      </section>
      <p id="post-body-help" className="write-and-preview-help">
        {t(`posts.modes.${mode}.help`)}
        {error && <span className="write-and-preview-fault">{error}</span>}
        {mode === 'json' && <JsonFault text={text} />}
      </p>
    </div>
  );
}

/** Tells while it is typed where a text stops being JSON. */
function JsonFault({ text }: { text: string }) {
  const { t } = useTranslation('console');
  const settled = useDeferredValue(text);
  const fault = useMemo(() => (settled.trim() === '' ? undefined : jsonFault(settled)), [settled]);
  return (
    <span className="write-and-preview-fault" role="status">
      {fault && t('posts.jsonFault', { line: fault.line })}
    </span>
  );
}

interface PreviewPaneProps {
  readonly preview: Preview;
  readonly text: string;
  readonly format: BodyFormat;
}

function PreviewPane({ preview: { html, isFailed, retry }, text, format }: PreviewPaneProps) {
  const { t } = useTranslation('console');
  return (
    <>
      {isFailed && (
        <p className="preview-failure" role="status">
          {t('posts.previewFailed')}{' '}
          <UnstyledButton className="text-button" onClick={retry}>
            {t('action.tryAgain')}
          </UnstyledButton>
        </p>
      )}
      {html === '' ? (
        <p className="preview-empty">{t('posts.previewEmpty')}</p>
      ) : (
        <Prose html={html} format={format} language={contentLanguage(text)} />
      )}
    </>
  );
}
