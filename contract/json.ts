import { z } from 'zod';

/**
 * Any value that JSON can say, as it is: whoever stores it has checked it, and a look at each of its values would take
 * seconds for what may be in one body.
 */
export const JsonValue = (z.unknown() as z.ZodType<z.core.util.JSONType>).meta({
  id: 'JsonValue',
  description: 'Any value that JSON can say',
});
