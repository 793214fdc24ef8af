import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { useFileSize } from '../../../files/use-file-size.ts';
import type { KnownFile } from './use-known-files.ts';

/** What a file is called in its field; before its name is known, by its id. */
export function fileName(file: KnownFile, fileId: string): string {
  return typeof file === 'object' ? (file.name ?? fileId) : fileId;
}

/** Name, type and size of a file of a post, or what has become of it. */
export function FileFacts({ file, fileId }: { file: KnownFile; fileId: string }) {
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
  const { mimeType, size, width, height } = file;
  return (
    <p className="file-facts">
      <strong lang={contentLanguage(name)}>{name}</strong>
      <span>{mimeType}</span>
      {width !== undefined && height !== undefined && <span>{t('postFiles.pixels', { width, height })}</span>}
      {size !== undefined && <span>{sizeOf(size)}</span>}
    </p>
  );
}
