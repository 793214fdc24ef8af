import { z } from 'zod';

/**
 * Any value that JSON can say. It is described under its own name: the one of `z.json()` is put into the document
 * behind a reference that leads nowhere.
 */
export const JsonValue: z.ZodType<z.core.util.JSONType> = z
  .lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(JsonValue), z.record(z.string(), JsonValue)]),
  )
  .meta({ id: 'JsonValue' });
