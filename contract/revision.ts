import { z } from 'zod';

/** Number of a saved version, as a read returned it. An update that names an older one is refused with 409. */
export const Revision = z.int().min(1).max(2_147_483_647);

/** The same where there may be no version yet, which is 0. */
export const RevisionOrNone = z.int().min(0).max(2_147_483_647);

/** The same in a path or a query. */
export const RevisionInAddress = z.coerce.number<number | string>().int().min(1).max(2_147_483_647);
