import { DndContext } from '@dnd-kit/core';
import { useCallbackRef } from '@mantine/hooks';
import { type CSSProperties, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import { askForParent, explainObstacles, type Obstacles, obstaclesOf } from './category-questions.tsx';
import { CategoryMenu, CategoryRow, type CategoryRowProps } from './category-row.tsx';
import { allRows, type CategoryTrees, childrenIn, type Place, type Row, rowsOf, type Tree } from './category-trees.ts';
import { isUnmoved, placeOf, rowElement, siblingsAt, type TreeDrag, useTreeDrag } from './use-tree-drag.ts';
import './category-tree.css';

interface CategoryBranchProps extends Omit<CategoryRowProps, 'row' | 'isDragged' | 'isMenuOpen'> {
  readonly trees: CategoryTrees;
  readonly rows: ReadonlyMap<string, Row>;
  readonly label: string;
  readonly dragged: string | undefined;
  readonly menu: string | undefined;
}

const CategoryBranch = memo(function CategoryBranch({ trees, label, ...props }: CategoryBranchProps) {
  const { rows, dragged, menu, ...row } = props;
  return (
    <ul aria-label={label}>
      {trees.map((tree) => {
        const shown = rows.get(tree.slug);
        if (!shown) return null;
        return (
          <li key={tree.slug} data-carried={dragged === tree.slug || undefined}>
            <CategoryRow {...row} row={shown} isDragged={dragged === tree.slug} isMenuOpen={menu === tree.slug} />
            {shown.isOpen && <CategoryBranch {...props} trees={tree.children} label={tree.label} />}
          </li>
        );
      })}
    </ul>
  );
});

interface CategoryTreeProps extends CategoryChanges {
  readonly serviceId: string;
  readonly categoryTrees: CategoryTrees;
  /** Visible part of the tree: search results with their ancestors, expanded. */
  readonly shown: CategoryTrees;
  readonly canEdit: boolean;
  readonly unfolded: ReadonlySet<string>;
}

type DragAnnouncement = 'categories.dnd.pickedUp' | 'categories.dnd.cancelled' | 'categories.dnd.dropped';

export function CategoryTree({ serviceId, categoryTrees, shown, canEdit, unfolded, ...changes }: CategoryTreeProps) {
  const { t } = useTranslation('console');
  const list = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [menu, setMenu] = useState<{ readonly row: Row; readonly button: HTMLElement }>();
  const isWhole = shown === categoryTrees;
  const { put, chooseParent, remove } = useCategoryActions({ ...changes, serviceId, categoryTrees, list });

  const { drag, handle, context } = useTreeDrag({
    list,
    help: t('categories.dnd.help'),
    categoryTrees,
    isUnfolded: (slug) => unfolded.has(slug),
    listener: {
      pickedUp: (picked) => announce('categories.dnd.pickedUp', picked),
      moved: (dragged) => setAnnouncement(describePlace(dragged)),
      cancelled: (dragged) => announce('categories.dnd.cancelled', dragged),
      dropped: (dragged) => {
        announce('categories.dnd.dropped', dragged);
        if (!isUnmoved(dragged)) void put(dragged.tree, dragged.from, placeOf(dragged.rows, dragged.dropTarget));
      },
    },
  });

  function announce(key: DragAnnouncement, dragged: TreeDrag): void {
    setAnnouncement(t(key, { label: dragged.tree.label, place: describePlace(dragged) }));
  }

  function describePlace({ rows, dropTarget }: TreeDrag): string {
    const place: Place = placeOf(rows, dropTarget);
    const parent = rows.find(({ tree }) => tree.slug === place.parent)?.tree.label ?? '';
    const where = { parent, position: place.position + 1, count: siblingsAt(rows, place) + 1 };
    return t(place.parent === '' ? 'categories.dnd.atTop' : 'categories.dnd.below', where);
  }

  function openMenu(slug: string, button: HTMLElement): void {
    const row =
      menu?.row.tree.slug === slug ? undefined : allRows(categoryTrees).find(({ tree }) => tree.slug === slug);
    setMenu(row && { row, button });
  }

  const rows = useMemo(() => {
    const seen = rowsOf(shown, isWhole ? (slug) => unfolded.has(slug) : () => true);
    return new Map(seen.map((row) => [row.tree.slug, row]));
  }, [shown, isWhole, unfolded]);
  // Stable, so that memoized rows do not render again.
  const onFold = useCallbackRef(changes.onFold);
  const onMenu = useCallbackRef(openMenu);

  return (
    <div className="category-tree" ref={list} data-carrying={drag?.by}>
      <DndContext {...context}>
        <CategoryBranch
          serviceId={serviceId}
          canEdit={canEdit}
          rows={rows}
          handle={handle}
          onFold={onFold}
          onMenu={onMenu}
          canMove={canEdit && isWhole}
          trees={shown}
          label={t('categories.list')}
          dragged={drag?.tree.slug}
          menu={menu?.row.tree.slug}
        />
      </DndContext>
      {drag && (
        <DropLine
          drag={drag}
          above={rowElement(list.current, drag.rows[drag.dropTarget.before - 1])}
          isIdle={isUnmoved(drag)}
        />
      )}
      {menu && (
        <CategoryMenu
          {...menu}
          serviceId={serviceId}
          onClose={() => setMenu(undefined)}
          onStep={({ tree, place }, by) => void put(tree, place, { ...place, position: place.position + by })}
          onMove={(row) => void chooseParent(row)}
          onDelete={(row) => void remove(row)}
        />
      )}
      <p className="sr-only" role="status" aria-live="assertive">
        {announcement}
      </p>
    </div>
  );
}

interface DropLineProps {
  readonly drag: TreeDrag;
  readonly above: HTMLElement | null;
  readonly isIdle: boolean;
}

function DropLine({ drag: { dropTarget, by }, above, isIdle }: DropLineProps) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new drop target
  useEffect(() => {
    if (by === 'keys') line.current?.scrollIntoView({ block: 'nearest' });
  }, [dropTarget, by]);
  const top = above ? above.offsetTop + above.offsetHeight : 0;
  return (
    <div
      ref={line}
      className="drop-line"
      data-idle={isIdle || undefined}
      style={{ '--depth': dropTarget.depth, insetBlockStart: `${top}px` } as CSSProperties}
    />
  );
}

interface CategoryChanges {
  readonly onFold: (slug: string, isUnfolded: boolean) => void;
  readonly onMove: (tree: Tree, from: Place, to: Place) => Promise<void>;
  readonly onDelete: (tree: Tree, place: Place) => Promise<void>;
}

interface Actions extends CategoryChanges {
  readonly serviceId: string;
  readonly categoryTrees: CategoryTrees;
  readonly list: RefObject<HTMLElement | null>;
}

function useCategoryActions({ serviceId, categoryTrees, list, onFold, onMove, onDelete }: Actions) {
  const { t } = useTranslation('console');

  async function put(tree: Tree, from: Place, to: Place): Promise<void> {
    if (to.parent !== '') onFold(to.parent, true);
    await onMove(tree, from, to);
    list.current?.querySelector<HTMLElement>(`[data-slug="${CSS.escape(tree.slug)}"] .category-handle`)?.focus();
  }

  async function chooseParent(row: Row): Promise<void> {
    const parent = await askForParent(t('categories.moveTitle', { label: row.tree.label }), categoryTrees, row);
    if (parent === undefined) return;
    await put(row.tree, row.place, { parent, position: childrenIn(categoryTrees, parent).length });
  }

  function explain(tree: Tree, obstacles: Obstacles): void {
    const { slug, label } = tree;
    explainObstacles(t('categories.cannotDelete', { label }), { serviceId, slug, obstacles });
  }

  async function remove({ tree, place }: Row): Promise<void> {
    const { label, children } = tree;
    if (children.length > 0) return explain(tree, { children: children.length, hasPosts: false });
    const isConfirmed = await confirm({
      title: t('categories.deleteTitle', { label }),
      text: t('categories.deleteText'),
      action: t('action.delete'),
      isDangerous: true,
    });
    if (!isConfirmed) return;
    try {
      await onDelete(tree, place);
    } catch (error) {
      const obstacles = obstaclesOf(error, children.length);
      if (obstacles) explain(tree, obstacles);
      else notifyFailure(error, 'failure.delete');
    }
  }

  return { put, chooseParent, remove };
}
