import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { Prose } from '../prose.tsx';
import { MarkdownEditor, type MarkdownEditorHandle } from './markdown-editor.tsx';
import { type Preview, usePreview } from './use-preview.ts';
import './editor.css';

export interface WriteAndPreviewProps {
  readonly serviceId: string;
  readonly initialText: string;
  /** What is in the editor now. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
  readonly error?: ReactNode;
  readonly ref?: Ref<MarkdownEditorHandle>;
}

type Side = 'write' | 'preview';

/** The Markdown and, beside it or behind a tab, what readers will see. */
export function WriteAndPreview({ serviceId, initialText, text, onChange, label, error, ref }: WriteAndPreviewProps) {
  const { t } = useTranslation('console');
  const [side, setSide] = useState<Side>('write');
  const preview = usePreview(serviceId, text);
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
        <MarkdownEditor
          initialText={initialText}
          onChange={onChange}
          onScroll={follow}
          labelledBy="post-body-label"
          describedBy="post-body-help"
          {...(ref !== undefined && { ref })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="preview-side" ref={pane} tabIndex={0} aria-label={t('posts.preview')}>
        <PreviewPane preview={preview} text={text} />
      </section>
      <p id="post-body-help" className="write-and-preview-help">
        {error ?? t('posts.bodyHelp')}
      </p>
    </div>
  );
}

function PreviewPane({ preview: { html, isFailed, retry }, text }: { preview: Preview; text: string }) {
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
        <Prose html={html} language={contentLanguage(text)} />
      )}
    </>
  );
}
