import type { Language } from '#contract/site-config.ts';

const KANA = /[\u3041-\u30ff\uff66-\uff9f]/g;
const LATIN = /[a-z\u00c0-\u024f]/gi;

/**
 * Minimum share of kana. Japanese text exceeds it even beside much code; English text quoting Japanese words does not.
 */
const ENOUGH = 0.05;
const SAMPLE_LENGTH = 20_000;

export function bodyLanguage(source: string): Language {
  const sample = source.slice(0, SAMPLE_LENGTH).replace(/<[^<>]*>/g, ' ');
  const kana = sample.match(KANA)?.length ?? 0;
  const latin = sample.match(LATIN)?.length ?? 0;
  return kana > 0 && kana / (kana + latin) >= ENOUGH ? 'ja' : 'en';
}
