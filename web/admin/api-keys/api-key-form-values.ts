import type { ApiKeyRight } from '#contract/api-keys.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

export const ends = ['30', '90', '365', 'day', 'never'] as const;
type End = (typeof ends)[number];

export interface ApiKeyFormValues {
  readonly label: string;
  readonly may: ApiKeyRight;
  readonly serviceIds: readonly string[];
  readonly end: End;
  /** Last day of validity in the browser's time zone, as `<input type="date">` provides it. */
  readonly day: string;
}

export const newApiKeyValues: ApiKeyFormValues = { label: '', may: 'read', serviceIds: [], end: '90', day: '' };

export const MAX_LABEL = 100;
const MAX_SERVICES = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the expiry as an instant, null for never, or undefined when the day is invalid or past. */
export function expiryOf({ end, day }: Pick<ApiKeyFormValues, 'end' | 'day'>, now: Date): string | null | undefined {
  if (end === 'never') return null;
  if (end !== 'day') return toInstant(new Date(now.getTime() + Number(end) * DAY_MS));
  const lastDay = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`) : new Date(Number.NaN);
  const after = new Date(lastDay.getFullYear(), lastDay.getMonth(), lastDay.getDate() + 1);
  return after.getTime() > now.getTime() ? toInstant(after) : undefined;
}

function toInstant(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

export function apiKeyErrors(values: ApiKeyFormValues, now: Date): Record<string, ConsoleKey> {
  const fieldErrors: Record<string, ConsoleKey | undefined> = {
    label: labelError(values.label.trim()),
    serviceIds: servicesError(values.serviceIds.length),
    day: expiryOf(values, now) === undefined ? 'apiKeys.error.day' : undefined,
  };
  return Object.fromEntries(Object.entries(fieldErrors).filter((entry): entry is [string, ConsoleKey] => !!entry[1]));
}

function labelError(label: string): ConsoleKey | undefined {
  if (label === '') return 'rule.required';
  return label.length > MAX_LABEL ? 'apiKeys.error.label' : undefined;
}

function servicesError(count: number): ConsoleKey | undefined {
  if (count === 0) return 'apiKeys.error.services';
  return count > MAX_SERVICES ? 'apiKeys.error.tooManyServices' : undefined;
}

export function toNewApiKey(values: ApiKeyFormValues, now: Date) {
  const { label, may, serviceIds } = values;
  return { label: label.trim(), may, serviceIds: [...serviceIds], expiresAt: expiryOf(values, now) ?? null };
}
