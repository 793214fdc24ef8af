import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { acceptOf } from '../upload/accept-of.ts';
import { DropArea } from '../upload/drop-area.tsx';
import { takeExisting } from '../upload/take-existing.ts';
import { UploadLimits } from '../upload/upload-limits.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import type { UploadSettings } from '../upload/upload-rules.ts';
import { usePaste } from '../upload/use-paste.ts';
import { type Upload, useUploads } from '../upload/use-uploads.ts';

export interface UploadChoiceProps {
  readonly serviceId: string;
  readonly type: FileType;
  readonly settings: UploadSettings;
  readonly multiple?: boolean;
  readonly isShown: boolean;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onUploaded: (file: AdminFile) => void;
  readonly onDropped: (fileId: string) => void;
}

export function UploadChoice(props: UploadChoiceProps) {
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
      const existing = await takeExisting(copy);
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
