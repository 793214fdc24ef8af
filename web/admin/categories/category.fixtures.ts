import type { AdminCategory, AdminCategoryDetail, AdminCategoryNode } from '#contract/admin-categories.ts';
import type { Category } from '#contract/categories.ts';
import { serviceDetail } from '#testing/console-screen.tsx';

export interface Branches {
  readonly [slug: string]: Branches;
}

export const BRANCHES: Branches = { guide: {}, events: { tokyo: { shibuya: {} } }, notes: { ink: {} } };

export function categoryTree(branches: Branches = BRANCHES): AdminCategoryNode {
  let lastId = 0;
  function grow(slug: string, below: Branches, parentPath: string, orderNo: number): AdminCategoryNode {
    lastId += 1;
    const id = lastId;
    const path = parentPath === '0' ? `${id}` : `${parentPath}#${id}`;
    return {
      ...{ id, slug, label: labelOf(slug), description: slug === 'guide' ? 'How to find us' : '', serviceId: 'news' },
      ...{ parentPath, orderNo, publishStatus: 'publish', pictureId: null, revision: 1 },
      ...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: null },
      children: Object.entries(below).map(([child, rest], at) => grow(child, rest, path, at)),
    };
  }
  return grow('root', branches, '0', 0);
}

export function categoryList(branches: Branches = BRANCHES): Category[] {
  return flat(categoryTree(branches));
}

export function categoryDetail(slug: string): AdminCategoryDetail {
  const all = flat(categoryTree());
  const category = all.find((each) => each.slug === slug);
  if (!category) throw new Error(`No category ${slug}`);
  const ids = category.parentPath.split('#').map(Number);
  const parents = all.filter(({ id, slug: above }) => ids.includes(id) && above !== 'root');
  const children = all.filter(({ parentPath }) => parentPath.split('#').includes(`${category.id}`));
  return { ...category, service: serviceDetail(), parents, children };
}

function flat({ children = [], ...category }: AdminCategoryNode): AdminCategory[] {
  return [category, ...children.flatMap(flat)];
}

function labelOf(slug: string): string {
  return `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
}
