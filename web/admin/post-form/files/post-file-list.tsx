import { DndContext } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FILES } from '#contract/admin-posts.ts';
import { UploadLimits, UploadList } from '../../files/upload/upload-list.tsx';
import { useSortingAnnouncements } from '../../ui/use-sorting-announcements.ts';
import type { FileEntry } from '../post-form-values.ts';
import { AddFiles, useFileDrop } from './add-files.tsx';
import { fileName } from './file-facts.tsx';
import { type FileFieldProps, uploadsToShow, useFileList } from './use-file-list.ts';

export interface PostFileListProps {
  readonly field: FileFieldProps;
  readonly name: 'images' | 'files';
  readonly children: (entry: FileEntry, index: number, parts: { handle: ReactNode; onRemove: () => void }) => ReactNode;
}

export function PostFileList({ field, name, children }: PostFileListProps) {
  const { serviceId, settings, form, known } = field;
  const { t } = useTranslation('console');
  const list = useFileList(field, name);
  const drop = useFileDrop(list.upload);
  const { entries, uploads } = list;
  const type = name === 'images' ? 'image' : 'file';
  const words = {
    images: { help: 'postFiles.imagesHelp', upload: 'postFiles.uploadImages', choose: 'postFiles.chooseImages' },
    files: { help: 'postFiles.filesHelp', upload: 'postFiles.uploadFiles', choose: 'postFiles.chooseFiles' },
  } as const;
  return (
    <fieldset className="files-field ui-column ui-gap-3" {...drop}>
      <legend tabIndex={-1} id={`post-${name}`}>
        {t(`postFiles.${name}`)}
      </legend>
      <p className="field-help">{t(words[name].help, { max: MAX_FILES })}</p>
      {entries.length > 0 && (
        <SortableFiles
          label={t(`postFiles.${name}`)}
          name={name}
          entries={entries}
          nameOf={({ fileId }) => fileName(known.get(fileId), fileId)}
          onMove={list.move}
        >
          {(entry, index, handle) => children(entry, index, { handle, onRemove: () => list.remove(entry.fileId) })}
        </SortableFiles>
      )}
      <UploadList
        uploads={uploadsToShow(uploads.uploads)}
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
        isFull={list.remaining <= 0}
        onUpload={list.upload}
        onPick={list.pick}
      />
      <UploadLimits settings={settings} fileType={type} />
    </fieldset>
  );
}

interface SortableFilesProps extends Pick<PostFileListProps, 'name'> {
  readonly label: string;
  readonly entries: readonly FileEntry[];
  readonly nameOf: (entry: FileEntry) => string;
  readonly onMove: (fileId: string, overId: string) => void;
  readonly children: (entry: FileEntry, index: number, handle: ReactNode) => ReactNode;
}

function SortableFiles({ label, name, entries, nameOf, onMove, children }: SortableFilesProps) {
  const ids = entries.map(({ fileId }) => fileId);

  const sorting = useSortingAnnouncements({
    ids,
    nameOf: (id) => {
      const entry = entries.find(({ fileId }) => fileId === id);
      return entry ? nameOf(entry) : '';
    },
    onMove,
  });

  return (
    <DndContext {...sorting}>
      <SortableContext items={ids} strategy={name === 'images' ? rectSortingStrategy : verticalListSortingStrategy}>
        <ul
          className={name === 'images' ? 'image-cards ui-grid ui-gap-4' : 'file-rows ui-grid ui-gap-2'}
          aria-label={label}
        >
          {entries.map((entry, index) => (
            <SortableFile key={entry.fileId} fileId={entry.fileId} name={nameOf(entry)} isAlone={ids.length < 2}>
              {(handle) => children(entry, index, handle)}
            </SortableFile>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface SortableFileProps {
  readonly fileId: string;
  readonly name: string;
  readonly isAlone: boolean;
  readonly children: (handle: ReactNode) => ReactNode;
}

function SortableFile({ fileId, name, isAlone, children }: SortableFileProps) {
  const { t } = useTranslation('console');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: fileId,
    disabled: isAlone,
    attributes: { roleDescription: t('sorting.role') },
  });
  const handle = isAlone ? null : (
    <ActionIcon
      ref={setActivatorNodeRef}
      className="drag-handle"
      {...attributes}
      {...listeners}
      aria-label={t('sorting.handle', { name })}
    >
      <GripVertical />
    </ActionIcon>
  );
  return (
    <li
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  );
}
