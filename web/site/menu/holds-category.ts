import type { MenuCategory } from '../service/load-service.server.ts';

export function holdsCategory(categories: readonly MenuCategory[], slug: string | undefined): boolean {
  if (slug === undefined) return false;
  return categories.some((category) => category.slug === slug || holdsCategory(category.children, slug));
}
