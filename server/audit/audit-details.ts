import type { AuditEntry } from '#contract/audit.ts';

const MAX_TEXT = 200;
const MAX_ITEMS = 100;
const MAX_DETAILS = 20;

type Detail = AuditEntry['details'][string];

export function boundedDetails(details: AuditEntry['details']): AuditEntry['details'] {
  const entries = Object.entries(details).slice(0, MAX_DETAILS);
  return Object.fromEntries(entries.map(([name, detail]) => [name, bounded(detail)]));
}

function bounded(detail: Detail): Detail {
  if (typeof detail === 'string') return shortened(detail);
  return Array.isArray(detail) ? detail.slice(0, MAX_ITEMS).map((item) => shortened(item) ?? '') : detail;
}

export function shortened(text: string | null): string | null {
  return (
    text && (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text).toWellFormed().replaceAll('\0', '')
  );
}
