import { locales, useLanguage } from '../../i18n/language.ts';
import { formatDate } from '../../ui/date-time.tsx';

export function useShownTime({ withSeconds = false } = {}): (instant: string) => string {
  const locale = locales[useLanguage()];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (instant) => formatDate(instant, { locale, timeZone, withTime: true, withSeconds, isShort: true });
}
