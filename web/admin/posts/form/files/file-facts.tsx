import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { filePath } from '../../../files/file-paths.ts';
import { typeName } from '../../../files/upload/upload-rules.ts';
import { useFileSize } from '../../../files/use-file-size.ts';
import type { KnownFile } from './known-file.ts';

export function fileName(file: KnownFile, fileId: string): string {
  return typeof file === 'object' ? (file.name ?? fileId) : fileId;
}

export interface FileFactsProps {
  readonly serviceId: string;
  readonly fileId: string;
  readonly file: KnownFile;
}

export function FileFacts({ serviceId, fileId, file }: FileFactsProps) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const name = fileName(file, fileId);
  if (file === 'loading') return <p className="file-facts">{t('console.loading')}</p>;
  if (file === 'missing') {
    return (
      <p className="file-facts" data-missing>
        {t('postFiles.missing')}
      </p>
    );
  }
  const { mimeType, size, width, height, gone } = file;
  return (
    <p className="file-facts" data-missing={gone}>
      <strong lang={contentLanguage(name)}>{name}</strong>
      <span>{typeName(mimeType)}</span>
      {width !== undefined && height !== undefined && <span>{t('postFiles.pixels', { width, height })}</span>}
      {size !== undefined && <span>{sizeOf(size)}</span>}
      {gone !== undefined && (
        <span>
          {t(`postFiles.gone.${gone}`)}{' '}
          <a href={filePath(serviceId, fileId)} target="_blank" rel="noreferrer">
            {t('postFiles.gone.see')}
          </a>
        </span>
      )}
    </p>
  );
}
