import { z } from 'zod';

const NUL = '\u0000';

/**
 * Text from outside: well-formed Unicode without NUL, since PostgreSQL stores neither NUL nor lone surrogates.
 * `max` counts UTF-16 code units, as browsers' `maxlength` does.
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
