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

/** `position` is counted from 1. */
export interface SortingPlace {
  readonly name: string;
  readonly position: number;
  readonly count: number;
}

export interface SortingWords {
  readonly help: string;
  readonly pickedUp: (place: SortingPlace) => string;
  readonly moved: (place: SortingPlace) => string;
  readonly dropped: (place: SortingPlace) => string;
  readonly cancelled: (place: SortingPlace) => string;
}

export interface Sorting {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onMove: (id: string, overId: string) => void;
  readonly words: SortingWords;
}

export function useSortingAnnouncements({ ids, nameOf, onMove, words }: Sorting): DndContextProps {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const lastPlace = useRef<Active['id']>(undefined);

  const placeOf = (active: Active, over: Over | null): SortingPlace => ({
    name: nameOf(String(active.id)),
    position: ids.indexOf(String((over ?? active).id)) + 1,
    count: ids.length,
  });

  const announcements = {
    onDragStart: ({ active }: { active: Active }) => {
      lastPlace.current = active.id;
      return words.pickedUp(placeOf(active, null));
    },
    // Announcing the unchanged position would replace the announcement of picking up.
    onDragOver: ({ active, over }: { active: Active; over: Over | null }) => {
      if (over === null || over.id === lastPlace.current) return undefined;
      lastPlace.current = over.id;
      return words.moved(placeOf(active, over));
    },
    onDragEnd: ({ active, over }: { active: Active; over: Over | null }) => words.dropped(placeOf(active, over)),
    onDragCancel: ({ active }: { active: Active }) => words.cancelled(placeOf(active, null)),
  };

  function end({ active, over }: DragEndEvent): void {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  }

  return {
    sensors,
    collisionDetection: closestCenter,
    onDragEnd: end,
    accessibility: { announcements, screenReaderInstructions: { draggable: words.help } },
  };
}
