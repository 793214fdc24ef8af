import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';

/** A category as something to choose. */
export interface CategoryOption {
  /** Its slug. */
  readonly value: string;
  /** The labels from the top down to the category's own. */
  readonly label: string;
  /** Its own label. */
  readonly name: string;
  /** How many categories stand above it, the root left out. */
  readonly depth: number;
  /** The slug of the category above it; empty at the top. */
  readonly parent: string;
  readonly hasChildren: boolean;
}

/** A service's flat list of categories as choices, in the order of its tree, each with its path. */
export function toCategoryOptions(categories: readonly Category[]): CategoryOption[] {
  const childrenOf = Map.groupBy(
    categories.filter(({ slug }) => slug !== ROOT_CATEGORY),
    ({ parentPath }) => Number(parentPath.split('#').at(-1)),
  );
  const options: CategoryOption[] = [];
  const add = (parentId: number, above?: CategoryOption) => {
    for (const { id, slug, label } of (childrenOf.get(parentId) ?? []).toSorted(bySiblingOrder)) {
      const option = {
        ...{ value: slug, label: above ? `${above.label} / ${label}` : label, name: label },
        ...{ depth: above ? above.depth + 1 : 0, parent: above?.value ?? '', hasChildren: childrenOf.has(id) },
      };
      options.push(option);
      add(id, option);
    }
  };
  const root = categories.find(({ slug }) => slug === ROOT_CATEGORY);
  if (root) add(root.id);
  return options;
}

function bySiblingOrder(a: Category, b: Category): number {
  return (a.orderNo ?? 0) - (b.orderNo ?? 0) || a.id - b.id;
}
