import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileEntry } from './file-entry.ts';

export interface SortableFilesProps {
  readonly label: string;
  readonly layout: 'cards' | 'rows';
  readonly entries: readonly FileEntry[];
  readonly nameOf: (entry: FileEntry) => string;
  readonly onMove: (fileId: string, overId: string) => void;
  /** What is shown of an entry beside the handle. */
  readonly children: (entry: FileEntry, index: number, handle: ReactNode) => ReactNode;
}

/** Files in an order that is changed by pointer or keyboard; what happens is said for those who do not see it. */
export function SortableFiles({ label, layout, entries, nameOf, onMove, children }: SortableFilesProps) {
  const { t } = useTranslation('console');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = useRef<Active['id']>(undefined);
  const ids = entries.map(({ fileId }) => fileId);

  function end({ active, over }: DragEndEvent): void {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  }

  function wordsOf(active: Active, over: Over | null) {
    const entry = entries.find(({ fileId }) => fileId === active.id);
    const position = ids.indexOf(String((over ?? active).id)) + 1;
    return { name: entry ? nameOf(entry) : '', position, count: ids.length };
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      place.current = active.id;
      return t('postFiles.sort.pickedUp', wordsOf(active, null));
    },
    // That it lies where it was picked up would be said in place of its being picked up.
    onDragOver: ({ active, over }) => {
      if (over === null || over.id === place.current) return undefined;
      place.current = over.id;
      return t('postFiles.sort.moved', wordsOf(active, over));
    },
    onDragEnd: ({ active, over }) => t('postFiles.sort.dropped', wordsOf(active, over)),
    onDragCancel: ({ active }) => t('postFiles.sort.cancelled', wordsOf(active, null)),
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('postFiles.sort.help') } }}
    >
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
  /** What stands alone has no order. */
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
