import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { fileDetailPath } from '../../../paths/console.ts';
import { typeName } from '../../files/upload/upload-rules.ts';
import { useFileSize } from '../../files/use-file-size.ts';
import type { KnownFile } from './use-known-files.ts';

export function fileName(file: KnownFile, fileId: string): string {
  return typeof file === 'object' ? (file.name ?? fileId) : fileId;
}

export function FileFacts({ serviceId, fileId, file }: { serviceId: string; fileId: string; file: KnownFile }) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const name = fileName(file, fileId);
  if (file === 'loading') return <p className="file-facts ui-row ui-tiny">{t('console.loading')}</p>;
  if (file === 'missing') {
    return (
      <p className="file-facts ui-row ui-tiny" data-missing>
        {t('postFiles.missing')}
      </p>
    );
  }
  const { mimeType, size, width, height, unavailableReason } = file;
  return (
    <p className="file-facts ui-row ui-tiny" data-missing={unavailableReason}>
      <strong lang={contentLanguage(name)}>{name}</strong>
      <span>{typeName(mimeType)}</span>
      {width !== undefined && height !== undefined && <span>{t('postFiles.pixels', { width, height })}</span>}
      {size !== undefined && <span>{sizeOf(size)}</span>}
      {unavailableReason !== undefined && (
        <span>
          {t(`postFiles.gone.${unavailableReason}`)}{' '}
          <a href={fileDetailPath(serviceId, fileId)} target="_blank" rel="noreferrer">
            {t('postFiles.gone.see')}
          </a>
        </span>
      )}
    </p>
  );
}

export function RemoveFile({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const { t } = useTranslation('console');
  return (
    <ActionIcon
      color="vermilion"
      aria-label={t('postFiles.remove', { name })}
      title={t('postFiles.removeHelp')}
      onClick={onRemove}
    >
      <X />
    </ActionIcon>
  );
}
