import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FILES } from '#contract/admin-posts.ts';
import { UploadLimits } from '../../../files/upload/upload-limits.tsx';
import { UploadList } from '../../../files/upload/upload-list.tsx';
import { AddFiles } from './add-files.tsx';
import type { FileEntry } from './file-entry.ts';
import { fileName } from './file-facts.tsx';
import type { FileFieldProps } from './file-field.ts';
import { SortableFiles } from './sortable-files.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { unsettled, useFileList } from './use-file-list.ts';

export interface PostFileListProps {
  readonly field: FileFieldProps;
  readonly name: 'images' | 'files';
  readonly layout: 'cards' | 'rows';
  readonly children: (entry: FileEntry, index: number, parts: { handle: ReactNode; onRemove: () => void }) => ReactNode;
}

export function PostFileList({ field, name, layout, children }: PostFileListProps) {
  const { serviceId, settings, form, known } = field;
  const { t } = useTranslation('console');
  const list = useFileList(field, name);
  const drop = useFileDrop(list.take);
  const { entries, uploads } = list;
  const type = name === 'images' ? 'image' : 'file';
  const words = {
    images: { help: 'postFiles.imagesHelp', upload: 'postFiles.uploadImages', choose: 'postFiles.chooseImages' },
    files: { help: 'postFiles.filesHelp', upload: 'postFiles.uploadFiles', choose: 'postFiles.chooseFiles' },
  } as const;
  return (
    <fieldset className="files-field" {...drop}>
      <legend tabIndex={-1} id={`post-${name}`}>
        {t(`postFiles.${name}`)}
      </legend>
      <p className="field-help">{t(words[name].help, { max: MAX_FILES })}</p>
      {entries.length > 0 && (
        <SortableFiles
          label={t(`postFiles.${name}`)}
          layout={layout}
          entries={entries}
          nameOf={({ fileId }) => fileName(known.get(fileId), fileId)}
          onMove={list.move}
        >
          {(entry, index, handle) => children(entry, index, { handle, onRemove: () => list.remove(entry.fileId) })}
        </SortableFiles>
      )}
      <UploadList
        uploads={unsettled(uploads.uploads)}
        cancel={uploads.cancel}
        retry={uploads.retry}
        dismiss={uploads.dismiss}
        onUseExisting={(upload, copy) => void list.exchange(upload, copy)}
      />
      {form.errors[name] && <p className="field-error">{form.errors[name]}</p>}
      <AddFiles
        serviceId={serviceId}
        settings={settings}
        type={type}
        uploadLabel={t(words[name].upload)}
        libraryLabel={t(words[name].choose)}
        multiple
        isFull={list.room <= 0}
        onUpload={list.take}
        onPick={list.pick}
      />
      <UploadLimits settings={settings} fileType={type} />
    </fieldset>
  );
}
