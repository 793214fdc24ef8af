import { z } from 'zod';
import { fieldMessages } from './errors.ts';

/** Longest text that a list may be sent as. */
const MAX_TEXT = 10_000;

/** A list without duplicates, as an array or, as the forms of existing clients send it, joined by commas; empty for none. */
export function listOf<Item extends z.ZodType<string, string>>(item: Item, { max }: { max: number }) {
  const items = z.array(item).max(max);
  return z
    .union([items, z.string().max(MAX_TEXT).transform(splitAtCommas).pipe(z.array(item).max(max))])
    .refine((values) => new Set(values).size === values.length, { error: fieldMessages.duplicated });
}

function splitAtCommas(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
