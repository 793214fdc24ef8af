import { useSyncExternalStore } from 'react';
import { locales } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { formatDate } from './format-date.ts';

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
