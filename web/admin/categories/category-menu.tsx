import { Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, FolderTree, List, Pencil, Plus, Trash2 } from 'lucide-react';
import { type Ref, useEffect, useImperativeHandle } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryCreatePath, categoryEditPath, postListPath } from '../../paths/console.ts';
import { refocus } from '../ui/refocus.ts';
import type { Row } from './category-trees.ts';

export interface CategoryMenuProps {
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
