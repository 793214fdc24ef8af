import {
  type Active,
  closestCenter,
  type DndContextProps,
  type DragEndEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Sorting {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onMove: (id: string, overId: string) => void;
}

export function useSortingAnnouncements({ ids, nameOf, onMove }: Sorting): DndContextProps {
  const { t } = useTranslation('console');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const lastPlace = useRef<Active['id']>(undefined);

  const placeOf = (active: Active, over: Over | null) => ({
    name: nameOf(String(active.id)),
    position: ids.indexOf(String((over ?? active).id)) + 1,
    count: ids.length,
  });

  const announcements = {
    onDragStart: ({ active }: { active: Active }) => {
      lastPlace.current = active.id;
      return t('sorting.pickedUp', placeOf(active, null));
    },
    // Announcing the unchanged position would replace the announcement of picking up.
    onDragOver: ({ active, over }: { active: Active; over: Over | null }) => {
      if (over === null || over.id === lastPlace.current) return undefined;
      lastPlace.current = over.id;
      return t('sorting.moved', placeOf(active, over));
    },
    onDragEnd: ({ active, over }: { active: Active; over: Over | null }) => t('sorting.dropped', placeOf(active, over)),
    onDragCancel: ({ active }: { active: Active }) => t('sorting.cancelled', placeOf(active, null)),
  };

  function end({ active, over }: DragEndEvent): void {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  }

  return {
    sensors,
    collisionDetection: closestCenter,
    onDragEnd: end,
    accessibility: { announcements, screenReaderInstructions: { draggable: t('sorting.help') } },
  };
}
