import { useLanguage } from '../../i18n/language.ts';

/** Names language tags in the language of the console. Anything else, as in a draft of a program, stays as it is. */
export function useLanguageName(): (tag: string) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  return (tag) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
}
