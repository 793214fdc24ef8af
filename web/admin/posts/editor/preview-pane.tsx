import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BodyFormat } from '#contract/posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { Prose } from '../prose.tsx';
import { usePreview } from './use-preview.ts';

export interface PreviewPaneProps {
  readonly serviceId: string;
  readonly text: string;
  readonly format: BodyFormat;
}

export function PreviewPane({ serviceId, text, format }: PreviewPaneProps) {
  const { t } = useTranslation('console');
  const { html, isFailed, retry } = usePreview(serviceId, text, format);
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
        <Prose html={html} format={format} language={contentLanguage(text.slice(0, LANGUAGE_SAMPLE))} />
      )}
    </>
  );
}

const LANGUAGE_SAMPLE = 20_000;
