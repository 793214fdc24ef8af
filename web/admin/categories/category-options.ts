import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';

export interface CategoryOption {
  readonly value: string;
  /** Path of labels from the top level, separated by slashes. */
  readonly label: string;
  readonly name: string;
  /** Number of ancestors except the root. */
  readonly depth: number;
  /** Slug of the parent; empty at the top level. */
  readonly parent: string;
  readonly hasChildren: boolean;
}

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
