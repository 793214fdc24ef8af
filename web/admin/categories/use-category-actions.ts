import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import { askForParent, explainObstacles, type Obstacles, obstaclesOf } from './category-questions.tsx';
import { allRows, type Forest, type Place, type Row, type Tree } from './forest.ts';

export interface CategoryChanges {
  readonly onFold: (slug: string, isUnfolded: boolean) => void;
  readonly onMove: (tree: Tree, from: Place, to: Place) => Promise<void>;
  readonly onDelete: (tree: Tree, place: Place) => Promise<void>;
}

interface Actions extends CategoryChanges {
  readonly serviceId: string;
  readonly forest: Forest;
  readonly list: RefObject<HTMLElement | null>;
}

export function useCategoryActions({ serviceId, forest, list, onFold, onMove, onDelete }: Actions) {
  const { t } = useTranslation('console');

  async function put(tree: Tree, from: Place, to: Place): Promise<void> {
    if (to.parent !== '') onFold(to.parent, true);
    await onMove(tree, from, to);
    list.current?.querySelector<HTMLElement>(`[data-slug="${CSS.escape(tree.slug)}"] .category-handle`)?.focus();
  }

  async function chooseParent(row: Row): Promise<void> {
    const parent = await askForParent(t('categories.moveTitle', { label: row.tree.label }), forest, row);
    if (parent === undefined) return;
    const siblings = parent === '' ? forest : allRows(forest).find(({ tree }) => tree.slug === parent)?.tree.children;
    await put(row.tree, row.place, { parent, position: siblings?.length ?? 0 });
  }

  function explain(tree: Tree, obstacles: Obstacles): void {
    explainObstacles(t('categories.cannotDelete', { label: tree.label }), serviceId, tree, obstacles);
  }

  async function remove({ tree, place }: Row): Promise<void> {
    const { label, children } = tree;
    if (children.length > 0) return explain(tree, { children: children.length, hasPosts: false });
    const isWanted = await confirm({
      title: t('categories.deleteTitle', { label }),
      text: t('categories.deleteText'),
      action: t('action.delete'),
      isDangerous: true,
    });
    if (!isWanted) return;
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
