import { ActionIcon, TextInput } from '@mantine/core';
import { Copy, CornerUpLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#contract/files.ts';
import { copyText } from '../../../../ui/copy-text.ts';
import { wholeAddress } from '../../../files/file-paths.ts';
import { FileThumb } from '../../../files/file-thumb.tsx';
import { notifyProblem, notifySuccess } from '../../../ui/notify.tsx';
import { addressOf, toThumb } from '../../shown-file.ts';
import { FileFacts, fileName } from './file-facts.tsx';
import { MAX_CAPTION } from './image-card.tsx';
import type { KnownFile } from './known-file.ts';
import { RemoveFile } from './remove-file.tsx';

export interface FileRowProps {
  readonly serviceId: string;
  readonly fileId: string;
  readonly file: KnownFile;
  readonly label: object;
  readonly handle: ReactNode;
  readonly onInsert: (file: ShownFile) => void;
  readonly onRemove: () => void;
}

export function FileRow({ serviceId, fileId, file, label, handle, onInsert, onRemove }: FileRowProps) {
  const { t } = useTranslation('console');
  const name = fileName(file, fileId);
  const address = typeof file === 'object' && file.gone === undefined ? addressOf(file) : undefined;

  async function copy(): Promise<void> {
    if (address !== undefined && (await copyText(wholeAddress(address)))) notifySuccess('done.copied');
    else notifyProblem('posts.copyFailed');
  }

  return (
    <>
      {handle}
      {typeof file === 'object' && <FileThumb file={toThumb(file)} pixels={120} />}
      <FileFacts serviceId={serviceId} fileId={fileId} file={file} />
      <TextInput
        label={t('postFiles.label')}
        aria-label={t('postFiles.labelOf', { name })}
        placeholder={t('postFiles.labelPlaceholder')}
        autoComplete="off"
        maxLength={MAX_CAPTION}
        {...label}
      />
      <div className="file-row-actions">
        <ActionIcon
          variant="subtle"
          size="lg"
          disabled={address === undefined}
          aria-label={t('postFiles.copyAddress', { name })}
          title={t('postFiles.copyAddressShort')}
          onClick={() => void copy()}
        >
          <Copy size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size="lg"
          disabled={address === undefined}
          aria-label={t('postFiles.insertLink', { name })}
          title={t('postFiles.insertLinkShort')}
          onClick={() => typeof file === 'object' && onInsert(file)}
        >
          <CornerUpLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <RemoveFile name={name} onRemove={onRemove} />
      </div>
    </>
  );
}
