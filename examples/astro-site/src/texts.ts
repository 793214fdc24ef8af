import type { Language } from './kawaraban.ts';

export const texts = {
  en: {
    name: 'English',
    latest: 'Latest posts',
    categories: 'Categories',
    contents: 'Contents',
    none: 'There are no posts yet.',
    older: 'Older',
    newer: 'Newer',
  },
  ja: {
    name: '日本語',
    latest: '新しい記事',
    categories: 'カテゴリー',
    contents: '目次',
    none: '記事はまだありません。',
    older: '前の記事',
    newer: '次の記事',
  },
} satisfies Record<Language, Record<string, string>>;

export function dayIn(language: Language, instant: string): string {
  return new Date(instant).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
