import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { useSortingAloud } from '../../ui/use-sorting-aloud.ts';
import { GroupPostRow } from './group-post-row.tsx';
import type { OrderSteps } from './use-order-steps.ts';

export interface SortablePostsProps {
  readonly posts: readonly AdminPostRow[];
  readonly canWrite: boolean;
  readonly steps: OrderSteps;
}

export function SortablePosts({ posts, canWrite, steps }: SortablePostsProps) {
  const { t } = useTranslation('console');
  const ids = posts.map(({ postId }) => postId);
  const isSortable = canWrite && posts.length > 1;

  const sorting = useSortingAloud({
    ids,
    nameOf: (id) => posts.find(({ postId }) => postId === id)?.title ?? '',
    onMove: steps.drop,
    words: {
      help: t('groups.sort.help'),
      pickedUp: (place) => t('groups.sort.pickedUp', { ...place }),
      moved: (place) => t('groups.sort.moved', { ...place }),
      dropped: (place) => t('groups.sort.dropped', { ...place }),
      cancelled: (place) => t('groups.sort.cancelled', { ...place }),
    },
  });

  return (
    <DndContext {...sorting}>
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
