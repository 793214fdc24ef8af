import { foldText } from '../ui/fold-text.ts';
import type { CategoryOption } from './category-options.ts';

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
  const text = foldText(`${label} ${value}`);
  return words.every((word) => text.includes(word));
}

function wordsOf(search: string): string[] {
  return foldText(search)
    .split(/[\s/]+/)
    .filter((word) => word !== '');
}
