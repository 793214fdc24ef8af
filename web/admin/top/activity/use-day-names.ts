import { useMemo } from 'react';
import { locales, useLanguage } from '../../../i18n/language.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Days have no time zone and are formatted in UTC, so that they do not shift. */
export function useDayNames(): (from: string, days: number) => string {
  const locale = locales[useLanguage()];
  return useMemo(() => {
    const form = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
    return (from, days) => {
      const first = Date.parse(`${from}T00:00:00Z`);
      return days === 1 ? form.format(first) : form.formatRange(first, first + (days - 1) * DAY_MS);
    };
  }, [locale]);
}
