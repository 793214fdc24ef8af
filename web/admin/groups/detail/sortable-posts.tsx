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
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { GroupPostRow } from './group-post-row.tsx';
import type { OrderSteps } from './use-order-steps.ts';

export interface SortablePostsProps {
  /** In their order. */
  readonly posts: readonly AdminPostRow[];
  readonly canWrite: boolean;
  readonly steps: OrderSteps;
}

/** The posts of a group in an order that is changed by pointer or keyboard; what happens is said for those who do not see it. */
export function SortablePosts({ posts, canWrite, steps }: SortablePostsProps) {
  const { t } = useTranslation('console');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = useRef<Active['id']>(undefined);
  const ids = posts.map(({ postId }) => postId);
  const isSortable = canWrite && posts.length > 1;

  function end({ active, over }: DragEndEvent): void {
    if (over && over.id !== active.id) steps.drop(String(active.id), String(over.id));
  }

  function wordsOf(active: Active, over: Over | null) {
    const name = posts.find(({ postId }) => postId === active.id)?.title ?? '';
    return { name, position: ids.indexOf(String((over ?? active).id)) + 1, count: ids.length };
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      place.current = active.id;
      return t('groups.sort.pickedUp', wordsOf(active, null));
    },
    // That it lies where it was picked up would be said in place of its being picked up.
    onDragOver: ({ active, over }) => {
      if (over === null || over.id === place.current) return undefined;
      place.current = over.id;
      return t('groups.sort.moved', wordsOf(active, over));
    },
    onDragEnd: ({ active, over }) => t('groups.sort.dropped', wordsOf(active, over)),
    onDragCancel: ({ active }) => t('groups.sort.cancelled', wordsOf(active, null)),
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('groups.sort.help') } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="group-posts" aria-label={t('groups.detail.order')} tabIndex={-1}>
          {posts.map((post, index) => (
            <GroupPostRow
              key={post.postId}
              post={post}
              isFirst={index === 0}
              isLast={index === posts.length - 1}
              canWrite={canWrite}
              isSortable={isSortable}
              steps={steps}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
