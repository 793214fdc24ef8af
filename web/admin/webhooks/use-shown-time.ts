import { locales } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatDate } from '../../ui/format-date.ts';

export function useShownTime({ withSeconds = false } = {}): (instant: string) => string {
  const locale = locales[useLanguage()];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (instant) => formatDate(instant, { locale, timeZone, withTime: true, withSeconds, isShort: true });
}
