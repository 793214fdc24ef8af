import type { MenuCategory } from '../service/load-service.server.ts';

/** Tests for a category in the tree; false without a slug. */
export function holdsCategory(categories: readonly MenuCategory[], slug: string | undefined): boolean {
  if (slug === undefined) return false;
  return categories.some((category) => category.slug === slug || holdsCategory(category.children, slug));
}
