import type { Category, CategoryNode, SubScope } from '#contract/categories.ts';
import { pathOf } from './category.repository.ts';

/** The subtree below a category, nested; `all` holds the service's categories with siblings in order. */
export function toTree(category: Category, all: readonly Category[]): CategoryNode {
  return { ...category, children: childrenOf(category, all).map((child) => toTree(child, all)) };
}

export function childrenOf(category: Category, all: readonly Category[]): Category[] {
  const path = pathOf(category);
  return all.filter(({ parentPath }) => parentPath === path);
}

/** Everything below a category, flat. */
export function descendantsOf(category: Category, all: readonly Category[]): Category[] {
  const path = pathOf(category);
  return all.filter(({ parentPath }) => parentPath === path || parentPath.startsWith(`${path}#`));
}

/** The part of a category's descendants that a scope names. */
export function inScope(scope: SubScope, category: Category, all: readonly Category[]): Category[] {
  if (scope === 'direct') return childrenOf(category, all);
  const path = pathOf(category);
  return descendantsOf(category, all).filter(({ parentPath }) => scope === 'all' || parentPath !== path);
}
