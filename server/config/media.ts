import { z } from 'zod';

/** How long files are kept that nothing holds. */
export const MediaChoices = z.strictObject({
  /** Those that were uploaded for a post which was never saved. */
  reservedHours: z.int().min(1).max(8760).default(24),
  /** Those that were removed. Until then they can be brought back. */
  removedDays: z.int().min(1).max(3650).default(30),
});
