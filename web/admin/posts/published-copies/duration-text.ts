const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Writes a duration in its largest unit of which there are at least two. */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  // Japanese texts contain no spaces; the browser adds them.
  return format.format(Math.round(seconds / size)).replace(/ (?=[^\p{Script=Latin}])/u, '');
}
