import type { Category } from '#contract/categories.ts';
import { type CategoryLink, toCategoryLink } from './post-summary.ts';

export interface CategoryBranch extends CategoryLink {
  readonly children: readonly CategoryLink[];
}

type Placed = Pick<Category, 'id' | 'slug' | 'label' | 'parentPath'>;

const ABOVE_ROOT = '0';

export function isRoot({ parentPath }: Placed): boolean {
  return parentPath === ABOVE_ROOT;
}

export function childrenOf<C extends Placed>(category: Placed, all: readonly C[]): C[] {
  const path = isRoot(category) ? String(category.id) : `${category.parentPath}#${category.id}`;
  return all.filter(({ parentPath }) => parentPath === path);
}

export function parentsOf<C extends Placed>({ parentPath }: Placed, all: readonly C[]): C[] {
  const ids = parentPath.split('#').map(Number);
  return ids.flatMap((id) => all.filter((candidate) => candidate.id === id && !isRoot(candidate)));
}

export function toBranches(categories: readonly Placed[], all: readonly Placed[]): CategoryBranch[] {
  return categories.map((category) => ({
    ...toCategoryLink(category),
    children: childrenOf(category, all).map(toCategoryLink),
  }));
}
