import { z } from 'zod';

const NUL = '\u0000';

/**
 * Text from outside: well-formed Unicode without NUL, since PostgreSQL stores neither NUL nor lone surrogates.
 * `max` counts code points; browsers' `maxlength` counts an emoji twice, and so takes less.
 */
export function text({ min = 0, max }: { min?: number; max: number }): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes(NUL), { error: 'InvalidInput' });
}

/** UTC instant with seconds: `2026-11-21T04:43:00Z`. */
export const Instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

/**
 * An instant as clients may send it: with `Z` or an offset, with or without fractions of a second.
 * It is read as UTC with whole seconds.
 */
export const InstantInput = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/)
  .refine((value) => isInstant(value), { error: 'InvalidInput' })
  .transform((value) => `${new Date(value).toISOString().slice(0, 19)}Z`);

function isInstant(value: string): boolean {
  const [day = '', month = '', year = ''] = value.slice(0, 10).split('-').reverse();
  // Date takes 31 February for 3 March.
  const isInMonth = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const utcYear = new Date(value).getUTCFullYear();
  return isInMonth && utcYear >= 1 && utcYear <= 9999;
}
