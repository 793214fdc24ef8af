import { DndContext } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSortingAloud } from '../../../ui/use-sorting-aloud.ts';
import type { FileEntry } from './file-entry.ts';

export interface SortableFilesProps {
  readonly label: string;
  readonly layout: 'cards' | 'rows';
  readonly entries: readonly FileEntry[];
  readonly nameOf: (entry: FileEntry) => string;
  readonly onMove: (fileId: string, overId: string) => void;
  readonly children: (entry: FileEntry, index: number, handle: ReactNode) => ReactNode;
}

export function SortableFiles({ label, layout, entries, nameOf, onMove, children }: SortableFilesProps) {
  const { t } = useTranslation('console');
  const ids = entries.map(({ fileId }) => fileId);

  const sorting = useSortingAloud({
    ids,
    nameOf: (id) => {
      const entry = entries.find(({ fileId }) => fileId === id);
      return entry ? nameOf(entry) : '';
    },
    onMove,
    words: {
      help: t('postFiles.sort.help'),
      pickedUp: (place) => t('postFiles.sort.pickedUp', { ...place }),
      moved: (place) => t('postFiles.sort.moved', { ...place }),
      dropped: (place) => t('postFiles.sort.dropped', { ...place }),
      cancelled: (place) => t('postFiles.sort.cancelled', { ...place }),
    },
  });

  return (
    <DndContext {...sorting}>
      <SortableContext items={ids} strategy={layout === 'cards' ? rectSortingStrategy : verticalListSortingStrategy}>
        <ul className={layout === 'cards' ? 'image-cards' : 'file-rows'} aria-label={label}>
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
    attributes: { roleDescription: t('postFiles.sort.role') },
  });
  const handle = isAlone ? null : (
    <ActionIcon
      ref={setActivatorNodeRef}
      className="drag-handle"
      variant="subtle"
      size="lg"
      {...attributes}
      {...listeners}
      aria-label={t('postFiles.sort.handle', { name })}
    >
      <GripVertical size={16} aria-hidden="true" />
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
