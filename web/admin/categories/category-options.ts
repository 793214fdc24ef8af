import { type Category, categoryApi, ROOT_CATEGORY } from '#contract/categories.ts';
import { screenCall } from '../../session/console-call.ts';
import { foldForFilter } from '../ui/filter-text.ts';

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
        value: slug,
        label: above ? `${above.label} / ${label}` : label,
        name: label,
        depth: above ? above.depth + 1 : 0,
        parent: above?.value ?? '',
        hasChildren: childrenOf.has(id),
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

export function shownOptions(
  options: readonly CategoryOption[],
  unfolded: ReadonlySet<string>,
  search: string,
): readonly CategoryOption[] {
  const words = wordsOf(search);
  if (words.length > 0) return options.filter((option) => isFound(option, words));
  const open = new Set(['']);
  return options.filter(({ value, parent }) => {
    const isShown = open.has(parent);
    if (isShown && unfolded.has(value)) open.add(value);
    return isShown;
  });
}

export function lineageOf(options: readonly CategoryOption[], slug: string): string[] {
  const parents = new Map(options.map(({ value, parent }) => [value, parent]));
  const lineage: string[] = [];
  for (let at: string | undefined = slug; at; at = parents.get(at)) lineage.push(at);
  return lineage;
}

export function familyOf(options: readonly CategoryOption[], slug: string): Set<string> {
  const family = new Set([slug]);
  for (const { value, parent } of options) if (family.has(parent)) family.add(value);
  return family;
}

function isFound({ label, value }: CategoryOption, words: readonly string[]): boolean {
  const text = foldForFilter(`${label} ${value}`);
  return words.every((word) => text.includes(word));
}

function wordsOf(search: string): string[] {
  return foldForFilter(search)
    .split(/[\s/]+/)
    .filter((word) => word !== '');
}

export async function loadCategoryOptions(request: Request, serviceId: string): Promise<CategoryOption[]> {
  const categories = await screenCall(request)(categoryApi.list, { params: { serviceId }, query: { isList: '1' } });
  return toCategoryOptions(categories as Category[]);
}
