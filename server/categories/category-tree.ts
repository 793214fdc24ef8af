import type { Category, SubScope } from '#contract/categories.ts';

/** A category with all below it. */
export type Tree<C extends Category> = C & { children: Tree<C>[] };

/** The subtree below a category, nested; `below` holds at least what stands below it, siblings in order. */
export function toTree<C extends Category>(category: C, below: readonly C[]): Tree<C> {
  const siblings = Map.groupBy(below, ({ parentPath }) => parentPath);
  const nest = (one: C): Tree<C> => ({ ...one, children: (siblings.get(pathOf(one)) ?? []).map(nest) });
  return nest(category);
}

/** Everything below a category, flat; `all` may hold any others. */
export function descendantsOf<C extends Category>(category: Category, all: readonly C[]): C[] {
  return all.filter((other) => isBelow(other, category));
}

export function isBelow({ parentPath }: Category, category: Category): boolean {
  const path = pathOf(category);
  return parentPath === path || parentPath.startsWith(`${path}#`);
}

/** Those of a category's descendants that a scope names. */
export function inScope<C extends Category>(scope: SubScope, category: Category, descendants: readonly C[]): C[] {
  const path = pathOf(category);
  return descendants.filter(({ parentPath }) => scope === 'all' || (parentPath === path) === (scope === 'direct'));
}

/** The path of everything directly below a category, and of the posts in it: `1#5`. */
export function pathOf({ id, parentPath }: Pick<Category, 'id' | 'parentPath'>): string {
  return parentPath === '0' ? String(id) : `${parentPath}#${id}`;
}

/** How many levels a category stands below the root. */
export function depthOf({ parentPath }: Pick<Category, 'parentPath'>): number {
  return parentPath === '0' ? 0 : parentPath.split('#').length;
}
