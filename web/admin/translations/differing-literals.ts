import type { TranslationBlock } from '#contract/translations.ts';

export interface DifferingLiterals {
  readonly onlyInOriginal: readonly string[];
  readonly onlyInTranslation: readonly string[];
}

type Texts = Pick<TranslationBlock, 'kind' | 'text' | 'literals'>;

/** Finds numbers, addresses and code that only one of two blocks has: translations usually keep them. */
export function differingLiterals(original: Texts, translation: Texts): DifferingLiterals {
  const [own, others] = [literalsOf(original), literalsOf(translation)];
  return {
    onlyInOriginal: [...own.difference(others)],
    onlyInTranslation: [...others.difference(own)],
  };
}

function literalsOf({ kind, text, literals }: Texts): Set<string> {
  const prose = literals.reduce((rest, literal) => rest.replaceAll(literal, ' '), text);
  return new Set([...literals, ...(kind === 'code' ? prose.split('\n') : numbersOf(prose))]);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = new RegExp(
  `\\b(?:${MONTHS.join('|')})[a-z]*\\.?(?= \\d)|(?<=\\d )(?:${MONTHS.join('|')})[a-z]*\\b`,
  'gi',
);
const UNITS: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  千: 1e3,
  万: 1e4,
  億: 1e8,
  兆: 1e12,
};
const NUMBER = /(\d+(?:,\d{3})*(?:\.\d+)?)\s?(thousand|million|billion|[千万億兆])?/gi;
const ADDRESS = /https?:\/\/\S+/g;

/** Reads full-width digits, thousands separators, English months and large units, so that 10,000 equals １万. */
function numbersOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(ADDRESS, ' ')
    .replace(MONTH, (month) => `${MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1} `);
  return [...plain.matchAll(NUMBER)].map(([, digits = '', unit = '']) =>
    String(Number(digits.replaceAll(',', '')) * (UNITS[unit.toLowerCase()] ?? 1)),
  );
}
