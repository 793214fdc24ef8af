import { z } from 'zod';

/** Any JSON value, not validated: it was checked when stored, and walking every value of a large body takes seconds. */
export const JsonValue = (z.unknown() as z.ZodType<z.core.util.JSONType>).meta({
  id: 'JsonValue',
  description: 'Any JSON value',
});
