import { useTranslation } from 'react-i18next';
import { MAX_FILES } from '#contract/admin-posts.ts';
import { UploadLimits } from '../../../files/upload/upload-limits.tsx';
import { UploadList } from '../../../files/upload/upload-list.tsx';
import { AddFiles } from './add-files.tsx';
import { fileName } from './file-facts.tsx';
import type { FileFieldProps } from './file-field.ts';
import { FileRow } from './file-row.tsx';
import { SortableFiles } from './sortable-files.tsx';
import { useBodyMarkup } from './use-body-markup.ts';
import { useFileDrop } from './use-file-drop.ts';
import { unsettled, useFileList } from './use-file-list.ts';

/** The documents of a post, in their order. */
export function FilesField(props: FileFieldProps) {
  const { serviceId, settings, form, known, onInsert } = props;
  const { t } = useTranslation('console');
  const list = useFileList(props, 'files');
  const drop = useFileDrop(list.take);
  const toMarkup = useBodyMarkup(form);
  const { entries, uploads } = list;
  return (
    <fieldset className="files-field" {...drop}>
      <legend tabIndex={-1} id="post-files">
        {t('postFiles.files')}
      </legend>
      <p className="field-help">{t('postFiles.filesHelp', { max: MAX_FILES })}</p>
      {entries.length > 0 && (
        <SortableFiles
          label={t('postFiles.files')}
          layout="rows"
          entries={entries}
          nameOf={({ fileId }) => fileName(known.get(fileId), fileId)}
          onMove={list.move}
        >
          {(entry, index, handle) => (
            <FileRow
              serviceId={serviceId}
              fileId={entry.fileId}
              file={known.get(entry.fileId)}
              label={form.getInputProps(`files.${index}.caption`)}
              handle={handle}
              onInsert={(file) => onInsert(toMarkup(file, { as: 'link', caption: entry.caption }))}
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
      {form.errors.files && <p className="field-error">{form.errors.files}</p>}
      <AddFiles
        serviceId={serviceId}
        settings={settings}
        type="file"
        uploadLabel={t('postFiles.uploadFiles')}
        libraryLabel={t('postFiles.chooseFiles')}
        multiple
        isFull={list.room <= 0}
        onUpload={list.take}
        onPick={list.pick}
      />
      <UploadLimits settings={settings} fileType="file" />
    </fieldset>
  );
}
