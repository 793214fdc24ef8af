import type { Category } from '#contract/categories.ts';
import { type CategoryLink, toCategoryLink } from './post-summary.ts';

/** A category and those right below it. */
export interface CategoryBranch extends CategoryLink {
  readonly children: readonly CategoryLink[];
}

type Placed = Pick<Category, 'id' | 'slug' | 'label' | 'parentPath'>;

/** The root's own `parentPath`; it has no parent. */
const ABOVE_ROOT = '0';

export function isRoot({ parentPath }: Placed): boolean {
  return parentPath === ABOVE_ROOT;
}

/** The categories right below one, in their order. */
export function childrenOf<C extends Placed>(category: Placed, all: readonly C[]): C[] {
  const path = isRoot(category) ? String(category.id) : `${category.parentPath}#${category.id}`;
  return all.filter(({ parentPath }) => parentPath === path);
}

/** The categories above one, from the top down, without the root. */
export function parentsOf<C extends Placed>({ parentPath }: Placed, all: readonly C[]): C[] {
  const ids = parentPath.split('#').map(Number);
  return ids.flatMap((id) => all.filter((candidate) => candidate.id === id && !isRoot(candidate)));
}

/** Categories with those right below each of them, as a page links to them. */
export function toBranches(categories: readonly Placed[], all: readonly Placed[]): CategoryBranch[] {
  return categories.map((category) => ({
    ...toCategoryLink(category),
    children: childrenOf(category, all).map(toCategoryLink),
  }));
}
