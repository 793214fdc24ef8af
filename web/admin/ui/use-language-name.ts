import { useLanguage } from '../../i18n/language.ts';

/** Names language tags in the language of the console. */
export function useLanguageName(): (tag: string) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  return (tag) => names.of(tag) ?? tag;
}
