import type { AdminFile } from '#contract/admin-files.ts';

/** What a form holds of a file. */
export interface FileWords {
  readonly name: string;
  readonly altEn: string;
  readonly altJa: string;
  readonly captionEn: string;
  readonly captionJa: string;
}

/** Letters that the API takes. */
export const MAX_WORDS = { name: 128, altEn: 500, altJa: 500, captionEn: 1000, captionJa: 1000 } as const;

export function wordsOf({ name, alt, caption }: Pick<AdminFile, 'name' | 'alt' | 'caption'>): FileWords {
  return {
    name,
    altEn: alt.en ?? '',
    altJa: alt.ja ?? '',
    captionEn: caption.en ?? '',
    captionJa: caption.ja ?? '',
  };
}

/** The same as the API takes it; an empty text takes one away. */
export function toFileUpdate({ name, altEn, altJa, captionEn, captionJa }: FileWords) {
  return { name, alt: { en: altEn, ja: altJa }, caption: { en: captionEn, ja: captionJa } };
}
