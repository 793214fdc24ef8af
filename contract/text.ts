import { z } from 'zod';
import { fieldMessages } from './errors.ts';
import { toInstant } from './instants.ts';

const NUL = '\u0000';

/**
 * Text input: well-formed Unicode without NUL, because PostgreSQL stores neither NUL nor lone surrogates. `max` counts
 * code points; the `maxlength` of browsers counts an emoji as two, and is therefore stricter.
 */
export function text({ min = 0, max }: { min?: number; max: number }): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes(NUL), { error: 'InvalidInput' });
}

/** ULID in lower case. */
export const Id = z.string().regex(/^[0-9a-z]{26}$/);

/** UTC instant with seconds: `2026-11-21T04:43:00Z`. */
export const Instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

/**
 * Instant as clients may send it: with `Z` or an offset, with or without fractional seconds. Converted to UTC with
 * whole seconds.
 */
export const InstantInput = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/)
  .refine((value) => isInstant(value), { error: 'InvalidInput' })
  .transform((value) => toInstant(new Date(value)));

function isInstant(value: string): boolean {
  const [day = '', month = '', year = ''] = value.slice(0, 10).split('-').reverse();
  // `Date` accepts February 31 and turns it into March 3.
  const isInMonth = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const utcYear = new Date(value).getUTCFullYear();
  return isInMonth && utcYear >= 1 && utcYear <= 9999;
}

/**
 * Japanese phone number, with or without hyphens between its three parts: `03-1234-5678`, `090-1234-5678`,
 * `0120-123-456`, `0312345678`, `+81-3-1234-5678`. Mobile and IP numbers (0x0) have eleven digits, others ten. May be
 * empty.
 */
export const JapanesePhone = text({ max: 20 })
  .trim()
  .refine((value) => value === '' || isJapanesePhone(value), { error: fieldMessages.phone });

function isJapanesePhone(value: string): boolean {
  const digits = value.replace(/^\+81/, '0').replaceAll('-', '');
  return (
    /^(?:0|\+81-?[1-9])\d{0,4}(-?)\d{1,4}\1\d{3,4}$/.test(value) &&
    /^0(?:[5-9]0\d{8}|(?![5-9]0)[1-9]\d{8})$/.test(digits)
  );
}

/** Any JSON value, not validated: it was checked when stored, and walking every value of a large body takes seconds. */
export const JsonValue = (z.unknown() as z.ZodType<z.core.util.JSONType>).meta({
  id: 'JsonValue',
  description: 'Any JSON value',
});

/** Revision number as a read returned it. An update based on an older revision fails with 409. */
export const Revision = z.int().min(1).max(2_147_483_647);

/** Revision number; 0 when nothing was saved yet. */
export const RevisionOrNone = z.int().min(0).max(2_147_483_647);

export const RevisionInAddress = z.coerce.number<number | string>().int().min(1).max(2_147_483_647);
