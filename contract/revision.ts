import { z } from 'zod';

/** Revision number as a read returned it. An update based on an older revision fails with 409. */
export const Revision = z.int().min(1).max(2_147_483_647);

/** Revision number; 0 when nothing was saved yet. */
export const RevisionOrNone = z.int().min(0).max(2_147_483_647);

export const RevisionInAddress = z.coerce.number<number | string>().int().min(1).max(2_147_483_647);
