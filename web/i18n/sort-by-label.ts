import type { Language } from '#contract/site-config.ts';

const collators: Readonly<Record<Language, Intl.Collator>> = {
  en: new Intl.Collator('en', { numeric: true }),
  ja: new Intl.Collator('ja', { numeric: true }),
};

/** Sorts as readers expect: numbers by value, upper and lower case together, in Japanese kana before kanji. */
export function sortByLabel<Item>(items: readonly Item[], language: Language, labelOf: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => collators[language].compare(labelOf(one), labelOf(other)));
}
