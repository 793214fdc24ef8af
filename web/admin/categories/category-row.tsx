import { useDraggable } from '@dnd-kit/core';
import { Menu } from '@mantine/core';
import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Ellipsis,
  FolderTree,
  GripVertical,
  List,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { type CSSProperties, memo, type Ref, useEffect, useImperativeHandle } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { categoryCreatePath, categoryEditPath, postListPath } from '../../paths/console.ts';
import { refocus } from '../ui/refocus.ts';
import type { Row } from './category-trees.ts';
import type { DragHandle } from './use-tree-drag.ts';

export interface CategoryRowProps {
  readonly serviceId: string;
  readonly row: Row;
  readonly canEdit: boolean;
  /** False while a search shows only a part of the tree. */
  readonly canMove: boolean;
  readonly isDragged: boolean;
  readonly isMenuOpen: boolean;
  readonly handle: DragHandle;
  readonly onFold: (slug: string, isUnfolded: boolean) => void;
  readonly onMenu: (slug: string, button: HTMLElement) => void;
}

export const CategoryRow = memo(function CategoryRow(props: CategoryRowProps) {
  const { serviceId, row, canEdit, canMove, isDragged, isMenuOpen, handle, onFold, onMenu } = props;
  const { t } = useTranslation('console');
  const { tree, depth, isOpen } = row;
  const { slug, label, description } = tree;
  const lang = contentLanguage(label);

  return (
    <div
      className="category-row ui-line ui-middle ui-gap-1"
      data-slug={slug}
      data-carried={isDragged || undefined}
      style={{ '--depth': depth } as CSSProperties}
    >
      {canMove && <CategoryHandle row={row} isDragged={isDragged} handle={handle} />}
      {tree.children.length > 0 ? (
        <button
          type="button"
          className="row-button category-fold ui-grid ui-quiet"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'categories.collapse' : 'categories.expand', { label })}
          onClick={() => onFold(slug, !isOpen)}
        >
          <ChevronRight />
        </button>
      ) : (
        <span className="category-fold" />
      )}
      <span className="category-names ui-row ui-baseline ui-gap-0-3">
        <Link
          to={
            canEdit
              ? categoryEditPath(serviceId, slug)
              : postListPath(serviceId, `?${new URLSearchParams({ category: slug })}`)
          }
          lang={lang}
        >
          {label}
        </Link>
        <code>{slug}</code>
        {!isOpen && tree.children.length > 0 && (
          <span className="category-below">{t('categories.below', { count: tree.children.length })}</span>
        )}
        {description !== '' && (
          <span className="category-description" lang={contentLanguage(description)}>
            {description}
          </span>
        )}
      </span>
      {canEdit && (
        <button
          type="button"
          className="row-button ui-grid ui-quiet"
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          aria-label={t('categories.menu', { label })}
          onClick={({ currentTarget }) => onMenu(slug, currentTarget)}
        >
          <Ellipsis size={18} />
        </button>
      )}
    </div>
  );
});

/** A component of its own, because the beginning and end of a drag render every draggable element. */
function CategoryHandle({ row, isDragged, handle }: Pick<CategoryRowProps, 'row' | 'isDragged' | 'handle'>) {
  const { t } = useTranslation('console');
  const { slug, label } = row.tree;
  const { attributes, listeners, setNodeRef } = useDraggable({ id: slug, data: row });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className="row-button category-handle drag-handle ui-grid ui-quiet"
      aria-label={t('categories.dnd.handle', { label })}
      aria-roledescription={t('categories.dnd.role')}
      aria-describedby={attributes['aria-describedby']}
      aria-pressed={isDragged}
      {...listeners}
      onKeyDown={(event) => handle.onKeyDown(row, event)}
      onBlur={handle.onBlur}
    >
      <GripVertical />
    </button>
  );
}

interface CategoryMenuProps {
  readonly serviceId: string;
  readonly row: Row;
  readonly button: HTMLElement;
  readonly onClose: () => void;
  readonly onStep: (row: Row, by: 1 | -1) => void;
  readonly onMove: (row: Row) => void;
  readonly onDelete: (row: Row) => void;
}

/** The list has a single menu, because hundreds of menus would slow it down. */
export function CategoryMenu(props: CategoryMenuProps) {
  const { serviceId, row, button, onClose, onStep, onMove, onDelete } = props;
  const { t } = useTranslation('console');
  const { tree, place, siblings } = row;
  const { slug } = tree;
  useEffect(() => () => refocus(button), [button]);
  return (
    <Menu opened onClose={onClose} position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <PlaceOf element={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={categoryCreatePath(serviceId, slug)} leftSection={<Plus />}>
          {t('categories.addChild')}
        </Menu.Item>
        <Menu.Item component={Link} to={categoryEditPath(serviceId, slug)} leftSection={<Pencil />}>
          {t('action.edit')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={postListPath(serviceId, `?${new URLSearchParams({ category: slug })}`)}
          leftSection={<List />}
        >
          {t('categories.posts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<ArrowUp />} disabled={place.position === 0} onClick={() => onStep(row, -1)}>
          {t('categories.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDown />}
          disabled={place.position === siblings - 1}
          onClick={() => onStep(row, 1)}
        >
          {t('categories.moveDown')}
        </Menu.Item>
        <Menu.Item leftSection={<FolderTree />} onClick={() => onMove(row)}>
          {t('categories.move')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--vermilion)" leftSection={<Trash2 />} onClick={() => onDelete(row)}>
          {t('action.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Positions the menu at an existing element and labels the menu with it. */
function PlaceOf({ element, id, ref }: { element: HTMLElement; id?: string; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  useEffect(() => {
    if (id !== undefined) element.id = id;
  }, [element, id]);
  return null;
}
