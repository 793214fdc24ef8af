const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/** `ceil` keeps a file over a limit from showing as the limit itself. */
export type SizeRounding = 'halfExpand' | 'ceil';

export function formatFileSize(bytes: number, locale: string, roundingMode: SizeRounding = 'halfExpand'): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / STEP ** power;
  const digits = amount < 10 && power > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits, roundingMode }).format(amount)} ${UNITS[power]}`;
}
