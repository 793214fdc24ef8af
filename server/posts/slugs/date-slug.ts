import { isAllowedPostSlug, MAX_SLUG } from '#contract/slugs.ts';

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
type DateParts = Readonly<Record<(typeof PARTS)[number], string>>;

const FALLBACK_FORMAT = 'yyMMdd';

/**
 * Formats an instant as slug with `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm` and `ss`. Text in single quotes is literal;
 * invalid characters become hyphens.
 */
export function dateSlug(
  now: Date,
  { format, timeZone }: { readonly format: string; readonly timeZone: string },
): string {
  const parts = partsOf(now, timeZone);
  const slug = fill(format, parts)
    .replace(/[^0-9a-zA-Z_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG - 1);
  // The slug leaves room for one character that may be appended.
  return isAllowedPostSlug(slug) ? slug : fill(FALLBACK_FORMAT, parts);
}

function partsOf(now: Date, timeZone: string): DateParts {
  const form = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  const parts = new Map<string, string>(form.formatToParts(now).map(({ type, value }) => [type, value]));
  return Object.fromEntries(PARTS.map((name) => [name, (parts.get(name) ?? '').padStart(2, '0')])) as DateParts;
}

function fill(format: string, { year, month, day, hour, minute, second }: DateParts): string {
  const values: Readonly<Record<string, string>> = {
    ...{ yyyy: year.padStart(4, '0'), yy: year.slice(-2), MM: month, dd: day },
    ...{ HH: hour, mm: minute, ss: second },
  };
  return format.replace(/'([^']*)'|yyyy|yy|MM|dd|HH|mm|ss/g, (token, quoted?: string) => quoted ?? values[token] ?? '');
}
