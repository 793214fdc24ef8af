import type { MenuCategory } from '../service/load-service.server.ts';

/** Whether a category is among these or below one of them. */
export function holdsCategory(categories: readonly MenuCategory[], slug: string | undefined): boolean {
  if (slug === undefined) return false;
  return categories.some((category) => category.slug === slug || holdsCategory(category.children, slug));
}
