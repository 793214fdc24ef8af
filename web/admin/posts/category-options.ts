import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';

export interface CategoryOption {
  readonly value: string;
  /** The labels from the top down to the category's own. */
  readonly label: string;
}

/** A service's flat list of categories as choices, in the order of its tree, each with its path. */
export function toCategoryOptions(categories: readonly Category[]): CategoryOption[] {
  const childrenOf = Map.groupBy(
    categories.filter(({ slug }) => slug !== ROOT_CATEGORY),
    ({ parentPath }) => Number(parentPath.split('#').at(-1)),
  );
  const options: CategoryOption[] = [];
  const add = (parentId: number, above: string) => {
    for (const { id, slug, label } of (childrenOf.get(parentId) ?? []).toSorted(bySiblingOrder)) {
      const path = above === '' ? label : `${above} / ${label}`;
      options.push({ value: slug, label: path });
      add(id, path);
    }
  };
  const root = categories.find(({ slug }) => slug === ROOT_CATEGORY);
  if (root) add(root.id, '');
  return options;
}

function bySiblingOrder(a: Category, b: Category): number {
  return (a.orderNo ?? 0) - (b.orderNo ?? 0) || a.id - b.id;
}
