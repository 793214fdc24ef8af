import type { AdminFile, FileUpdate } from '#contract/admin-files.ts';
import type { Wording } from '#contract/files.ts';

export interface FileWords {
  readonly name: string;
  readonly altEn: string;
  readonly altJa: string;
  readonly captionEn: string;
  readonly captionJa: string;
}

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

/**
 * Returns the changed texts only, so that concurrent changes of other texts survive. An empty text deletes one;
 * undefined means no change.
 */
export function toFileUpdate(words: FileWords, read: FileWords): FileUpdate | undefined {
  const text = (name: keyof FileWords) => (words[name] === read[name] ? undefined : words[name]);
  const name = text('name');
  const alt = wordingOf(text('altEn'), text('altJa'));
  const caption = wordingOf(text('captionEn'), text('captionJa'));
  if (name === undefined && !alt && !caption) return undefined;
  return { ...(name !== undefined && { name }), ...(alt && { alt }), ...(caption && { caption }) };
}

function wordingOf(en: string | undefined, ja: string | undefined): Wording | undefined {
  if (en === undefined && ja === undefined) return undefined;
  return { ...(en !== undefined && { en }), ...(ja !== undefined && { ja }) };
}
