import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FILES } from '#contract/admin-posts.ts';
import { UploadLimits } from '../../../files/upload/upload-limits.tsx';
import { UploadList } from '../../../files/upload/upload-list.tsx';
import { AddFiles } from './add-files.tsx';
import { sayingOf } from './file-entry.ts';
import { fileName } from './file-facts.tsx';
import type { FileFieldProps } from './file-field.ts';
import { ImageCard } from './image-card.tsx';
import { SortableFiles } from './sortable-files.tsx';
import { useBodyMarkup } from './use-body-markup.ts';
import { useFileDrop } from './use-file-drop.ts';
import { unsettled, useFileList } from './use-file-list.ts';

/** The pictures of a post, in their order. */
export function ImagesField(props: FileFieldProps) {
  const { serviceId, settings, form, known, onInsert } = props;
  const { t } = useTranslation('console');
  const list = useFileList(props, 'images');
  const drop = useFileDrop(list.take);
  const toMarkup = useBodyMarkup(form);
  const { entries, uploads } = list;

  function captionProps(fileId: string, index: number) {
    const props = form.getInputProps(`images.${index}.caption`);
    const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
      props.onChange(event);
      form.setFieldValue('thumbnail', sayingOf(form.getValues().thumbnail, fileId, event.currentTarget.value));
    };
    return { ...props, onChange };
  }

  return (
    <fieldset className="files-field" {...drop}>
      <legend tabIndex={-1} id="post-images">
        {t('postFiles.images')}
      </legend>
      <p className="field-help">{t('postFiles.imagesHelp', { max: MAX_FILES })}</p>
      {entries.length > 0 && (
        <SortableFiles
          label={t('postFiles.images')}
          layout="cards"
          entries={entries}
          nameOf={({ fileId }) => fileName(known.get(fileId), fileId)}
          onMove={list.move}
        >
          {(entry, index, handle) => (
            <ImageCard
              serviceId={serviceId}
              fileId={entry.fileId}
              file={known.get(entry.fileId)}
              isThumbnail={form.values.thumbnail?.fileId === entry.fileId}
              caption={captionProps(entry.fileId, index)}
              handle={handle}
              onInsert={(file, size) => onInsert(toMarkup(file, { as: 'picture', size, caption: entry.caption }))}
              onThumbnail={() => form.setFieldValue('thumbnail', entry)}
              onRemove={() => list.remove(entry.fileId)}
            />
          )}
        </SortableFiles>
      )}
      <UploadList
        uploads={unsettled(uploads.uploads)}
        cancel={uploads.cancel}
        retry={uploads.retry}
        dismiss={uploads.dismiss}
        onUseExisting={(upload, copy) => void list.exchange(upload, copy)}
      />
      {form.errors.images && <p className="field-error">{form.errors.images}</p>}
      <AddFiles
        serviceId={serviceId}
        settings={settings}
        type="image"
        uploadLabel={t('postFiles.uploadImages')}
        libraryLabel={t('postFiles.chooseImages')}
        multiple
        isFull={list.room <= 0}
        onUpload={list.take}
        onPick={list.pick}
      />
      <UploadLimits settings={settings} fileType="image" />
    </fieldset>
  );
}
