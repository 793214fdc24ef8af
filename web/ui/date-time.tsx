import { useSyncExternalStore } from 'react';
import { locales, useLanguage } from '../i18n/language.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

interface DateForm {
  readonly locale: string;
  readonly timeZone: string;
  readonly withTime?: boolean;
  readonly withSeconds?: boolean;
  readonly isShort?: boolean;
}

export function formatDate(instant: string, form: DateForm): string {
  const { locale, timeZone, withTime = false, withSeconds = false, isShort = false } = form;
  const key = `${locale} ${timeZone} ${withTime} ${withSeconds} ${isShort}`;
  const format = formats.get(key) ?? makeFormat({ locale, timeZone, withTime, withSeconds, isShort });
  formats.set(key, format);
  // ICU versions differ in the space before AM and PM, which would cause a hydration mismatch.
  return format.format(new Date(instant)).replaceAll('\u202F', ' ');
}

function makeFormat({ locale, timeZone, withTime, withSeconds, isShort }: DateForm): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: isShort ? 'short' : 'long',
    day: 'numeric',
    timeZone,
    ...(withTime && { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
    ...(withTime && withSeconds && { second: '2-digit' }),
  });
}

interface DateTimeProps {
  readonly value: string;
  readonly withTime?: boolean;
  readonly withSeconds?: boolean;
  readonly isShort?: boolean;
}

export function DateTime({ value, withTime = false, withSeconds = false, isShort = false }: DateTimeProps) {
  const locale = locales[useLanguage()];
  const timeZone = useSyncExternalStore(neverChanges, ownTimeZone, serverTimeZone);
  return <time dateTime={value}>{formatDate(value, { locale, timeZone, withTime, withSeconds, isShort })}</time>;
}

const neverChanges = () => () => {};
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const serverTimeZone = () => 'UTC';
