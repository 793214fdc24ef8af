import { useState } from 'react';
import type { AdminCategoryNode } from '#contract/admin-categories.ts';
import { MAX_CATEGORY_DEPTH } from '#contract/categories.ts';
import { foldForFilter } from '../ui/filter-text.ts';

export interface Tree {
  readonly id: number;
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly pictureId: string | null;
  readonly revision: number;
  readonly children: CategoryTrees;
}
export type CategoryTrees = readonly Tree[];

/** Position of a category: slug of its parent, `''` for the top level, and its index among the siblings. */
export interface Place {
  readonly parent: string;
  readonly position: number;
}

export interface Row {
  readonly tree: Tree;
  readonly depth: number;
  readonly place: Place;
  readonly siblings: number;
  readonly isOpen: boolean;
}

export function toCategoryTrees(nodes: readonly AdminCategoryNode[]): CategoryTrees {
  return nodes.map(({ id, slug, label, description, pictureId, revision, children = [] }) => ({
    id,
    slug,
    label,
    description,
    pictureId,
    revision,
    children: toCategoryTrees(children),
  }));
}

export function rowsOf(
  categoryTrees: CategoryTrees,
  isUnfolded: (slug: string) => boolean,
  depth = 0,
  parent = '',
): Row[] {
  return categoryTrees.flatMap((tree, position) => {
    const isOpen = tree.children.length > 0 && isUnfolded(tree.slug);
    const row = { tree, depth, place: { parent, position }, siblings: categoryTrees.length, isOpen };
    return isOpen ? [row, ...rowsOf(tree.children, isUnfolded, depth + 1, tree.slug)] : [row];
  });
}

export function allRows(categoryTrees: CategoryTrees): Row[] {
  return rowsOf(categoryTrees, () => true);
}

/** Returns the children of a category, or the top level for `''`. */
export function childrenIn(categoryTrees: CategoryTrees, parent: string): CategoryTrees {
  if (parent === '') return categoryTrees;
  return allRows(categoryTrees).find(({ tree }) => tree.slug === parent)?.tree.children ?? [];
}

export function found(categoryTrees: CategoryTrees, search: string): CategoryTrees {
  const words = foldForFilter(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return categoryTrees;
  const isFound = ({ label, slug }: Tree) => words.every((word) => foldForFilter(`${label} ${slug}`).includes(word));
  const keep = (trees: CategoryTrees): CategoryTrees =>
    trees.flatMap((tree) => {
      const children = keep(tree.children);
      return children.length > 0 || isFound(tree) ? [{ ...tree, children }] : [];
    });
  return keep(categoryTrees);
}

export function moved(categoryTrees: CategoryTrees, tree: Tree, { parent, position }: Place): CategoryTrees {
  const insert = (trees: CategoryTrees): CategoryTrees => trees.toSpliced(position, 0, tree);
  const put = (trees: CategoryTrees): CategoryTrees =>
    trees.map((one) => {
      const children = put(one.children);
      return { ...one, children: one.slug === parent ? insert(children) : children };
    });
  const rest = put(without(categoryTrees, tree.slug));
  return parent === '' ? insert(rest) : rest;
}

export function without(categoryTrees: CategoryTrees, slug: string): CategoryTrees {
  return categoryTrees
    .filter((tree) => tree.slug !== slug)
    .map((tree) => ({ ...tree, children: without(tree.children, slug) }));
}

export function familyIn({ slug, children }: Tree): string[] {
  return [slug, ...children.flatMap(familyIn)];
}

function heightOf({ children }: Tree): number {
  return 1 + Math.max(0, ...children.map(heightOf));
}

export function deepestFor(tree: Tree): number {
  return MAX_CATEGORY_DEPTH - heightOf(tree);
}

const unfoldedOf = new Map<string, ReadonlySet<string>>();

/** Remembers expanded categories per service until the page is unloaded. Starts fully expanded when there are few. */
export function useUnfolded(serviceId: string, all: readonly string[], count: number) {
  const [unfolded, setUnfolded] = useState(() => unfoldedOf.get(serviceId) ?? new Set(count <= FEW ? all : []));

  function keep(slugs: ReadonlySet<string>): void {
    unfoldedOf.set(serviceId, slugs);
    setUnfolded(slugs);
  }

  return {
    unfolded,
    unfoldAll: () => keep(new Set(all)),
    foldAll: () => keep(new Set()),
    setUnfolded: (slug: string, isUnfolded: boolean) =>
      keep(isUnfolded ? new Set([...unfolded, slug]) : unfolded.difference(new Set([slug]))),
  };
}

const FEW = 50;

export function unfoldLater(serviceId: string, slug: string): void {
  const unfolded = unfoldedOf.get(serviceId);
  if (unfolded) unfoldedOf.set(serviceId, new Set([...unfolded, slug]));
}
