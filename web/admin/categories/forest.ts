import type { AdminCategoryNode } from '#contract/admin-categories.ts';
import { MAX_CATEGORY_DEPTH } from '#contract/categories.ts';

/** A category with all that stands below it, siblings in their order. */
export interface Tree {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly revision: number;
  readonly children: Forest;
}
export type Forest = readonly Tree[];

/** Where a category stands: below which one, `''` being the top, and how many of its siblings come before it. */
export interface Place {
  readonly parent: string;
  readonly position: number;
}

/** A category as a line of the list. */
export interface Row {
  readonly tree: Tree;
  /** How many categories stand above it. */
  readonly depth: number;
  readonly place: Place;
  readonly siblings: number;
  readonly isOpen: boolean;
}

/** What stands below the root that the API answers with. */
export function toForest(nodes: readonly AdminCategoryNode[]): Forest {
  return nodes.map(({ slug, label, description, revision, children = [] }) => ({
    ...{ slug, label, description, revision, children: toForest(children) },
  }));
}

/** The categories as they are seen, from the top down: only what stands below those that are unfolded. */
export function rowsOf(forest: Forest, isUnfolded: (slug: string) => boolean, depth = 0, parent = ''): Row[] {
  return forest.flatMap((tree, position) => {
    const isOpen = tree.children.length > 0 && isUnfolded(tree.slug);
    const row = { tree, depth, place: { parent, position }, siblings: forest.length, isOpen };
    return isOpen ? [row, ...rowsOf(tree.children, isUnfolded, depth + 1, tree.slug)] : [row];
  });
}

export function allRows(forest: Forest): Row[] {
  return rowsOf(forest, () => true);
}

/** Only what is looked for, and what stands above it. */
export function found(forest: Forest, search: string): Forest {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return forest;
  const isFound = ({ label, slug }: Tree) => words.every((word) => fold(`${label} ${slug}`).includes(word));
  const keep = (trees: Forest): Forest =>
    trees.flatMap((tree) => {
      const children = keep(tree.children);
      return children.length > 0 || isFound(tree) ? [{ ...tree, children }] : [];
    });
  return keep(forest);
}

/** The same with one category, and all that is below it, at another place. */
export function moved(forest: Forest, tree: Tree, { parent, position }: Place): Forest {
  const insert = (trees: Forest): Forest => trees.toSpliced(position, 0, tree);
  const put = (trees: Forest): Forest =>
    trees.map((one) => {
      const children = put(one.children);
      return { ...one, children: one.slug === parent ? insert(children) : children };
    });
  const rest = put(without(forest, tree.slug));
  return parent === '' ? insert(rest) : rest;
}

export function without(forest: Forest, slug: string): Forest {
  return forest
    .filter((tree) => tree.slug !== slug)
    .map((tree) => ({ ...tree, children: without(tree.children, slug) }));
}

/** A category and all below it. */
export function familyIn({ slug, children }: Tree): string[] {
  return [slug, ...children.flatMap(familyIn)];
}

/** How many levels a category brings along, its own among them. */
function heightOf({ children }: Tree): number {
  return 1 + Math.max(0, ...children.map(heightOf));
}

/** The deepest level on which a category may stand, the top being 0. */
export function deepestFor(tree: Tree): number {
  return MAX_CATEGORY_DEPTH - heightOf(tree);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
