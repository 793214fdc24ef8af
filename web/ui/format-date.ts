const formats = new Map<string, Intl.DateTimeFormat>();

export interface DateForm {
  /** A BCP 47 locale. */
  readonly locale: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** Hours, minutes and the zone, too. */
  readonly withTime?: boolean;
  /** Seconds, too, where several things happen in a minute. */
  readonly withSeconds?: boolean;
  /** For columns: the month is cut short. */
  readonly isShort?: boolean;
}

/** A UTC instant as the day, or the minute, that it is in a time zone. */
export function formatDate(instant: string, form: DateForm): string {
  const { locale, timeZone, withTime = false, withSeconds = false, isShort = false } = form;
  const key = `${locale} ${timeZone} ${withTime} ${withSeconds} ${isShort}`;
  const format = formats.get(key) ?? makeFormat({ locale, timeZone, withTime, withSeconds, isShort });
  formats.set(key, format);
  // Engines differ in the space before a.m. and p.m., and a page must be the same on both sides.
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
