import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { FileThumb } from '../../files/file-thumb.tsx';
import { keepExisting } from '../../files/remove-files.ts';
import { UploadList } from '../../files/upload/upload-list.tsx';
import { type Upload, useUploads } from '../../files/upload/use-uploads.ts';
import { toThumb } from '../../posts/shown-file.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { newEntry } from '../post-form-values.ts';
import { AddFiles, useFileDrop } from './add-files.tsx';
import { FileFacts } from './file-facts.tsx';
import { type FileFieldProps, uploadsToShow, useRunningUploads } from './use-file-list.ts';

export function ThumbnailField({ serviceId, settings, form, known, pendingUploads }: FileFieldProps) {
  const { t } = useTranslation('console');
  const { thumbnail } = form.values;
  const uploads = useUploads({
    serviceId,
    settings,
    isKept: false,
    fileType: 'image',
    onDone: (file, { id }) => {
      set([file]);
      if (file.sameAs === null) uploads.dismiss(id);
    },
  });
  useRunningUploads(pendingUploads, 'thumbnail', uploads);

  function set([file]: readonly AdminFile[]): void {
    if (!file) return;
    known.learn([file]);
    form.setFieldValue('thumbnail', newEntry(file));
    form.clearFieldError('thumbnail');
  }

  /** Replaces uploads in progress, because the last chosen image wins. */
  function upload(files: readonly File[]): void {
    for (const { id } of uploads.uploads) uploads.dismiss(id);
    uploads.add(files.slice(0, 1));
  }

  async function exchange({ id }: Upload, copy: AdminFile): Promise<void> {
    try {
      const existing = await keepExisting(copy);
      uploads.dismiss(id);
      if (existing) set([existing]);
    } catch (error) {
      notifyFailure(error);
    }
  }

  const file = thumbnail && known.get(thumbnail.fileId);
  return (
    <fieldset className="files-field ui-column ui-gap-3" {...useFileDrop(upload)}>
      <legend tabIndex={-1} id="post-thumbnail">
        {t('postFiles.thumbnail')}
      </legend>
      <p className="field-help">{t('postFiles.thumbnailHelp')}</p>
      {thumbnail && file && (
        <div className="thumbnail-card ui-grid ui-top ui-gap-1-3">
          {typeof file === 'object' && <FileThumb file={toThumb(file)} />}
          <FileFacts serviceId={serviceId} fileId={thumbnail.fileId} file={file} />
          <Button
            variant="subtle"
            color="vermilion"
            size="compact-sm"
            leftSection={<X size={14} />}
            onClick={() => form.setFieldValue('thumbnail', null)}
          >
            {t('postFiles.removeThumbnail')}
          </Button>
        </div>
      )}
      <UploadList
        uploads={uploadsToShow(uploads.uploads)}
        cancel={uploads.cancel}
        retry={uploads.retry}
        dismiss={uploads.dismiss}
        onUseExisting={(upload, copy) => void exchange(upload, copy)}
      />
      {form.errors.thumbnail && <p className="field-error">{form.errors.thumbnail}</p>}
      <AddFiles
        serviceId={serviceId}
        settings={settings}
        type="image"
        uploadLabel={t('postFiles.uploadThumbnail')}
        libraryLabel={t('postFiles.chooseThumbnail')}
        multiple={false}
        isFull={false}
        onUpload={upload}
        onPick={set}
      />
    </fieldset>
  );
}
