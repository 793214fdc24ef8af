import { locales } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatFileSize } from '../../ui/file-size.ts';

/** Says sizes in the page's language. */
export function useFileSize(): (bytes: number) => string {
  const locale = locales[useLanguage()];
  return (bytes) => formatFileSize(bytes, locale);
}
