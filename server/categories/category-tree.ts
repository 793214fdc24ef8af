import type { Category, SubScope } from '#contract/categories.ts';

export type Tree<C extends Category> = C & { children: Tree<C>[] };

/** `below` must contain all descendants, with siblings in order; other categories are ignored. */
export function toTree<C extends Category>(category: C, below: readonly C[]): Tree<C> {
  const siblings = Map.groupBy(below, ({ parentPath }) => parentPath);
  const nest = (one: C): Tree<C> => ({ ...one, children: (siblings.get(pathOf(one)) ?? []).map(nest) });
  return nest(category);
}

export function descendantsOf<C extends Category>(category: Category, all: readonly C[]): C[] {
  return all.filter((other) => isBelow(other, category));
}

export function isBelow({ parentPath }: Category, category: Category): boolean {
  const path = pathOf(category);
  return parentPath === path || parentPath.startsWith(`${path}#`);
}

export function inScope<C extends Category>(scope: SubScope, category: Category, descendants: readonly C[]): C[] {
  const path = pathOf(category);
  return descendants.filter(({ parentPath }) => scope === 'all' || (parentPath === path) === (scope === 'direct'));
}

/** Children and posts of the category have this path, such as `1#5`. */
export function pathOf({ id, parentPath }: Pick<Category, 'id' | 'parentPath'>): string {
  return parentPath === '0' ? String(id) : `${parentPath}#${id}`;
}

export function depthOf({ parentPath }: Pick<Category, 'parentPath'>): number {
  return parentPath === '0' ? 0 : parentPath.split('#').length;
}
