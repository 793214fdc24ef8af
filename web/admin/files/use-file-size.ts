import { locales, useLanguage } from '../../i18n/language.ts';
import { formatFileSize, type SizeRounding } from '../../ui/file-size.ts';

export function useFileSize(): (bytes: number, rounding?: SizeRounding) => string {
  const locale = locales[useLanguage()];
  return (bytes, rounding) => formatFileSize(bytes, locale, rounding);
}
