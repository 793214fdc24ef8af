import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Copy, CornerUpLeft, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#contract/files.ts';
import { RAW } from '#contract/image-variants.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { fileDetailPath } from '../../../paths/console.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { wholeAddress } from '../../files/file-addresses.ts';
import { FileThumb } from '../../files/file-thumb.tsx';
import { addressOf, sizeForBody, toThumb, wordingIn } from '../../posts/shown-file.ts';
import { notifyProblem, notifySuccess } from '../../ui/notify.tsx';
import { FileFacts, fileName, RemoveFile } from './file-facts.tsx';
import type { KnownFile } from './use-known-files.ts';

const MAX_CAPTION = 1000;

interface AttachedFileProps {
  readonly serviceId: string;
  readonly fileId: string;
  readonly file: KnownFile;
  readonly handle: ReactNode;
  readonly onRemove: () => void;
}

export interface ImageCardProps extends AttachedFileProps {
  readonly isThumbnail: boolean;
  readonly caption: object;
  readonly onInsert: (file: ShownFile, size: string) => void;
  readonly onThumbnail: () => void;
}

export function ImageCard(props: ImageCardProps) {
  const { serviceId, fileId, file, isThumbnail, caption, handle, onInsert, onThumbnail, onRemove } = props;
  const { t } = useTranslation('console');
  const name = fileName(file, fileId);
  const isUnavailable = typeof file === 'object' && file.unavailableReason !== undefined;
  return (
    <>
      <div className="image-card-head ui-line ui-middle ui-gap-1">
        {handle}
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isThumbnail || file === 'missing' || isUnavailable}
          leftSection={<Star size={14} fill={isThumbnail ? 'currentColor' : 'none'} />}
          aria-label={t('postFiles.makeThumbnail', { name })}
          onClick={onThumbnail}
        >
          {t(isThumbnail ? 'postFiles.isThumbnail' : 'postFiles.asThumbnail')}
        </Button>
        <RemoveFile name={name} onRemove={onRemove} />
      </div>
      {typeof file === 'object' && <FileThumb file={toThumb(file)} pixels={600} />}
      <FileFacts serviceId={serviceId} fileId={fileId} file={file} />
      <Textarea
        label={t('postFiles.caption')}
        aria-label={t('postFiles.captionOf', { name })}
        autosize
        maxRows={5}
        maxLength={MAX_CAPTION}
        {...caption}
      />
      {typeof file === 'object' && !isUnavailable && (
        <>
          <AltHint file={file} address={fileDetailPath(serviceId, fileId)} />
          <InsertPicture file={file} name={name} onInsert={onInsert} />
        </>
      )}
    </>
  );
}

function AltHint({ file: { alt }, address }: { file: ShownFile; address: string }) {
  const { t } = useTranslation('console');
  const wording = wordingIn(alt, useLanguage());
  return (
    <p className="ui-tiny">
      {wording === '' ? t('postFiles.noAlt') : t('postFiles.alt', { alt: wording })}{' '}
      <a href={address} target="_blank" rel="noreferrer">
        {t(wording === '' ? 'postFiles.addAlt' : 'postFiles.changeAlt')}
      </a>
    </p>
  );
}

interface InsertPictureProps {
  readonly file: ShownFile;
  readonly name: string;
  readonly onInsert: ImageCardProps['onInsert'];
}

function InsertPicture({ file, name, onInsert }: InsertPictureProps) {
  const { t } = useTranslation('console');
  const [chosen, setChosen] = useState<string>();
  const size = chosen ?? sizeForBody(file);
  const choices = [
    { value: RAW, label: t('postFiles.original') },
    ...(file.variants ?? []).map((variant) => ({
      value: variant.size,
      label: t('postFiles.sizeOf', { size: variant.size, width: variant.width, height: variant.height }),
    })),
  ];
  return (
    <div className="image-card-insert ui-row ui-gap-2">
      <NativeSelect
        aria-label={t('postFiles.sizeToInsert', { name })}
        data={choices}
        value={size}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Button
        variant="default"
        leftSection={<CornerUpLeft />}
        aria-label={t('postFiles.insertOne', { name })}
        onClick={() => onInsert(file, size)}
      >
        {t('postFiles.insert')}
      </Button>
    </div>
  );
}

export interface FileRowProps extends AttachedFileProps {
  readonly label: object;
  readonly onInsert: (file: ShownFile) => void;
}

export function FileRow({ serviceId, fileId, file, label, handle, onInsert, onRemove }: FileRowProps) {
  const { t } = useTranslation('console');
  const name = fileName(file, fileId);
  const address = typeof file === 'object' && file.unavailableReason === undefined ? addressOf(file) : undefined;

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
      <div className="file-row-actions ui-line">
        <ActionIcon
          disabled={address === undefined}
          aria-label={t('postFiles.copyAddress', { name })}
          title={t('postFiles.copyAddressShort')}
          onClick={() => void copy()}
        >
          <Copy />
        </ActionIcon>
        <ActionIcon
          disabled={address === undefined}
          aria-label={t('postFiles.insertLink', { name })}
          title={t('postFiles.insertLinkShort')}
          onClick={() => typeof file === 'object' && onInsert(file)}
        >
          <CornerUpLeft />
        </ActionIcon>
        <RemoveFile name={name} onRemove={onRemove} />
      </div>
    </>
  );
}
