import { Button, Modal, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import { LibraryChoice } from './picker/library-choice.tsx';
import { keepExisting } from './remove-files.ts';
import { DropArea, usePaste } from './upload/drop-area.tsx';
import { UploadLimits, UploadList } from './upload/upload-list.tsx';
import { acceptOf, type UploadSettings } from './upload/upload-rules.ts';
import { type Upload, useUploads } from './upload/use-uploads.ts';
import './files.css';

interface FilePickerProps {
  readonly serviceId: string;
  readonly type: FileType;
  readonly settings: UploadSettings;
  /** Without it, choosing one file closes the dialog. */
  readonly multiple?: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onPick: (files: AdminFile[]) => void;
}

/** Uploaded files that no saved post uses are deleted after a day. */
export function FilePicker({ opened, onClose, ...props }: FilePickerProps) {
  const { t } = useTranslation('console');
  const [isBusy, setIsBusy] = useState(false);
  const { type, multiple = false } = props;

  async function close(): Promise<void> {
    const question = {
      title: t('files.picker.stopTitle'),
      text: t('files.picker.stopBody'),
      action: t('files.picker.stop'),
      isDangerous: true,
    };
    if (!isBusy || (await confirm(question))) onClose();
  }

  const wanted = multiple ? (`${type}s` as const) : type;
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      title={t(`files.picker.${wanted}`)}
      size="60rem"
      className="file-picker"
    >
      <Picking {...props} isBusy={isBusy} onBusy={setIsBusy} onCancel={() => void close()} onDone={onClose} />
    </Modal>
  );
}

interface PickingProps extends Omit<FilePickerProps, 'opened' | 'onClose'> {
  /** Uploads are running; closing the dialog cancels them. */
  readonly isBusy: boolean;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Mounted per opening, so that the selection starts empty. */
function Picking(props: PickingProps) {
  const { multiple = false, isBusy, onBusy, onPick, onCancel, onDone } = props;
  const { t } = useTranslation('console');
  const [tab, setTab] = useState<string | null>('library');
  const [chosen, setChosen] = useState<readonly AdminFile[]>([]);

  function finish(files: readonly AdminFile[]): void {
    onDone();
    onPick([...files]);
  }

  const drop = (fileId: string) => setChosen((before) => before.filter((file) => file.fileId !== fileId));
  const add = (file: AdminFile) =>
    multiple ? setChosen((before) => [...before.filter(({ fileId }) => fileId !== file.fileId), file]) : finish([file]);
  const toggle = (file: AdminFile) =>
    chosen.some(({ fileId }) => fileId === file.fileId) ? drop(file.fileId) : add(file);

  return (
    <>
      <Tabs value={tab} onChange={setTab} keepMounted>
        <Tabs.List aria-label={t('files.picker.tabs')}>
          <Tabs.Tab value="library">{t('files.picker.library')}</Tabs.Tab>
          <Tabs.Tab value="upload">{t('files.picker.upload')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="library">
          <LibraryChoice {...props} isShown={tab === 'library'} chosen={chosen} onChoose={toggle} />
        </Tabs.Panel>
        <Tabs.Panel value="upload">
          <UploadChoice {...props} isShown={tab === 'upload'} onBusy={onBusy} onUploaded={add} onDropped={drop} />
        </Tabs.Panel>
      </Tabs>
      <div className="dialog-actions file-picker-actions">
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        {multiple && (
          <Button disabled={chosen.length === 0 || isBusy} onClick={() => finish(chosen)}>
            {t('files.picker.use', { count: chosen.length })}
          </Button>
        )}
      </div>
    </>
  );
}

interface UploadChoiceProps {
  readonly serviceId: string;
  readonly type: FileType;
  readonly settings: UploadSettings;
  readonly multiple?: boolean;
  readonly isShown: boolean;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onUploaded: (file: AdminFile) => void;
  readonly onDropped: (fileId: string) => void;
}

function UploadChoice(props: UploadChoiceProps) {
  const { serviceId, type, settings, multiple = false, isShown, onBusy, onUploaded, onDropped } = props;
  const { t } = useTranslation('console');
  const { uploads, isUploading, add, cancel, retry, dismiss } = useUploads({
    serviceId,
    settings,
    isKept: false,
    fileType: type,
    // For a single choice, a duplicate is not chosen until the user decides between the copies.
    onDone: (file) => (multiple || file.sameAs === null) && onUploaded(file),
  });
  const take = (files: readonly File[]) => add(multiple ? files : files.slice(0, 1));
  usePaste(isShown, take);

  useEffect(() => {
    onBusy(isUploading);
    return () => onBusy(false);
  }, [isUploading, onBusy]);

  async function exchange({ id }: Upload, copy: AdminFile): Promise<void> {
    try {
      const existing = await keepExisting(copy);
      dismiss(id);
      onDropped(copy.fileId);
      if (existing) onUploaded(existing);
    } catch (error) {
      notifyFailure(error);
    }
  }

  function leave(id: string): void {
    const copy = uploads.find((upload) => upload.id === id)?.result;
    dismiss(id);
    if (copy && !multiple) onUploaded(copy);
  }

  return (
    <div className="file-choice">
      <DropArea
        text={t(multiple ? 'files.upload.area' : 'files.upload.areaOfOne')}
        accept={acceptOf(settings, type)}
        multiple={multiple}
        onFiles={take}
      />
      <UploadLimits settings={settings} fileType={type} />
      <UploadList
        uploads={uploads}
        cancel={cancel}
        retry={retry}
        dismiss={leave}
        onUseExisting={(upload, copy) => void exchange(upload, copy)}
      />
    </div>
  );
}
