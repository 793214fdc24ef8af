import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Menu } from '@mantine/core';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Ellipsis, GripVertical, Pencil, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { postDetailPath, postEditPath } from '../../../paths/console.ts';
import { PostStatusBadges } from '../../posts/post-status.tsx';
import { Time } from '../../ui/facts.tsx';
import type { Direction, OrderSteps } from './use-group-posts.ts';

interface GroupPostRowProps {
  readonly post: AdminPostRow;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly canWrite: boolean;
  readonly isSortable: boolean;
  readonly steps: OrderSteps;
}

export function GroupPostRow({ isSortable, ...content }: GroupPostRowProps) {
  const { t } = useTranslation('console');
  const { postId, title } = content.post;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: postId,
    disabled: !isSortable,
    attributes: { roleDescription: t('sorting.role') },
  });
  return (
    <li
      ref={setNodeRef}
      data-post-id={postId}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {isSortable && (
        <ActionIcon
          ref={setActivatorNodeRef}
          className="drag-handle ui-fixed"
          {...attributes}
          {...listeners}
          aria-label={t('sorting.handle', { name: title })}
        >
          <GripVertical />
        </ActionIcon>
      )}
      <RowContent {...content} />
    </li>
  );
}

/** Memoized, because dragging renders all rows repeatedly while their content stays the same. */
const RowContent = memo(function RowContent({
  post,
  isFirst,
  isLast,
  canWrite,
  steps,
}: Omit<GroupPostRowProps, 'isSortable'>) {
  const { t } = useTranslation('console');
  const { serviceId, postId, title, publishAt } = post;

  function remove(button: HTMLElement): void {
    // Moves the focus to a neighbor, or to the list when there is none.
    const row = button.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    (next?.querySelector<HTMLElement>('a') ?? button.closest('ol'))?.focus();
    steps.remove(post);
  }

  return (
    <>
      <div className="group-post ui-grid ui-gap-1">
        <Link to={postDetailPath(serviceId, postId)} lang={contentLanguage(title)}>
          {title}
        </Link>
        <span className="group-post-state ui-row ui-middle ui-gap-1-3">
          <PostStatusBadges post={post} />
          {publishAt !== null && post.status !== 'reserved' && (
            <span className="record-time">
              <Time value={publishAt} isShort />
            </span>
          )}
        </span>
      </div>
      {canWrite && (
        <div className="ui-line ui-fixed">
          <RowMenu
            post={post}
            isFirst={isFirst}
            isLast={isLast}
            onMove={(direction) => steps.move(postId, direction)}
          />
          <ActionIcon
            color="vermilion"
            aria-label={t('groups.detail.removeOne', { title })}
            onClick={({ currentTarget }) => remove(currentTarget)}
          >
            <X />
          </ActionIcon>
        </div>
      )}
    </>
  );
});

const ways = [
  { direction: 'toTop', Icon: ArrowUpToLine },
  { direction: 'up', Icon: ArrowUp },
  { direction: 'down', Icon: ArrowDown },
  { direction: 'toEnd', Icon: ArrowDownToLine },
] as const;

interface RowMenuProps extends Pick<GroupPostRowProps, 'post' | 'isFirst' | 'isLast'> {
  readonly onMove: (direction: Direction) => void;
}

function RowMenu({ post: { serviceId, postId, title }, isFirst, isLast, onMove }: RowMenuProps) {
  const { t } = useTranslation('console');
  const isDisabled = (direction: Direction) => (direction === 'up' || direction === 'toTop' ? isFirst : isLast);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('groups.detail.moreOf', { title })}>
          <Ellipsis />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ direction, Icon }) => (
          <Menu.Item
            key={direction}
            disabled={isDisabled(direction)}
            leftSection={<Icon />}
            onClick={() => onMove(direction)}
          >
            {t(`groups.detail.${direction}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={postEditPath(serviceId, postId)} leftSection={<Pencil />}>
          {t('groups.detail.edit')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
