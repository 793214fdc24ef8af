import { z } from 'zod';

export const MediaChoices = z.strictObject({
  /** Hours for files uploaded for a post that was not saved. */
  reservedHours: z.int().min(1).max(8760).default(24),
  removedDays: z.int().min(1).max(3650).default(30),
});
