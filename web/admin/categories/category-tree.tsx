import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryBranch } from './category-branch.tsx';
import { CategoryMenu } from './category-menu.tsx';
import { DropLine } from './drop-line.tsx';
import { allRows, type Forest, type Place, type Row, rowsOf } from './forest.ts';
import { placeOf, siblingsAt } from './gap.ts';
import { type Carry, isUnmoved, rowElement, useCarry } from './use-carry.ts';
import { type CategoryChanges, useCategoryActions } from './use-category-actions.ts';
import './category-tree.css';

export interface CategoryTreeProps extends CategoryChanges {
  readonly serviceId: string;
  readonly forest: Forest;
  /** Visible part of the tree: search results with their ancestors, expanded. */
  readonly shown: Forest;
  readonly canEdit: boolean;
  readonly unfolded: ReadonlySet<string>;
}

type News = 'categories.dnd.pickedUp' | 'categories.dnd.cancelled' | 'categories.dnd.dropped';

export function CategoryTree({ serviceId, forest, shown, canEdit, unfolded, ...changes }: CategoryTreeProps) {
  const { t } = useTranslation('console');
  const list = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [news, setNews] = useState('');
  const [menu, setMenu] = useState<{ readonly row: Row; readonly button: HTMLElement }>();
  const isWhole = shown === forest;
  const { put, chooseParent, remove } = useCategoryActions({ ...changes, serviceId, forest, list });

  const { carry, handle } = useCarry({
    list,
    forest,
    isUnfolded: (slug) => unfolded.has(slug),
    news: {
      pickedUp: (picked) => say('categories.dnd.pickedUp', picked),
      moved: (carried) => setNews(whereIs(carried)),
      cancelled: (carried) => say('categories.dnd.cancelled', carried),
      dropped: (carried) => {
        say('categories.dnd.dropped', carried);
        if (!isUnmoved(carried)) void put(carried.tree, carried.from, placeOf(carried.rows, carried.gap));
      },
    },
  });

  function say(key: News, carried: Carry): void {
    setNews(t(key, { label: carried.tree.label, place: whereIs(carried) }));
  }

  function whereIs({ rows, gap }: Carry): string {
    const place: Place = placeOf(rows, gap);
    const parent = rows.find(({ tree }) => tree.slug === place.parent)?.tree.label ?? '';
    const where = { parent, position: place.position + 1, count: siblingsAt(rows, place) + 1 };
    return t(place.parent === '' ? 'categories.dnd.atTop' : 'categories.dnd.below', where);
  }

  function openMenu(slug: string, button: HTMLElement): void {
    const row = menu?.row.tree.slug === slug ? undefined : allRows(forest).find(({ tree }) => tree.slug === slug);
    setMenu(row && { row, button });
  }

  const rows = useMemo(() => {
    const seen = rowsOf(shown, isWhole ? (slug) => unfolded.has(slug) : () => true);
    return new Map(seen.map((row) => [row.tree.slug, row]));
  }, [shown, isWhole, unfolded]);
  const onFold = useLasting(changes.onFold);
  const onMenu = useLasting(openMenu);

  return (
    <div className="category-tree" ref={list} data-carrying={carry?.by}>
      <CategoryBranch
        {...{ serviceId, canEdit, rows, handle, helpId, onFold, onMenu }}
        canMove={canEdit && isWhole}
        trees={shown}
        label={t('categories.list')}
        carried={carry?.tree.slug}
        menu={menu?.row.tree.slug}
      />
      {carry && (
        <DropLine
          carry={carry}
          above={rowElement(list.current, carry.rows[carry.gap.before - 1])}
          isIdle={isUnmoved(carry)}
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
      <p id={helpId} hidden>
        {t('categories.dnd.help')}
      </p>
      <p className="sr-only" role="status" aria-live="assertive">
        {news}
      </p>
    </div>
  );
}

/**
 * Returns a callback with a stable identity that calls the latest function, so that memoized rows do not render again.
 */
function useLasting<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  latest.current = act;
  return useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )[0];
}
