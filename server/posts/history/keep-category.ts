import type { Transaction } from 'kysely';
import type { MissingPart } from '#contract/post-history.ts';
import type { PostRow, Tables } from '../../database/tables.ts';
import { type FormerCategory, findCategoryAgain } from '../bin/bin.repository.ts';

/** What of a former post comes back, as its columns, and what of it is gone. */
export interface Kept {
  readonly columns: Partial<PostRow>;
  readonly missing: MissingPart[];
}

/** The category that a post had once, if it is still there. */
export async function keepCategory(trx: Transaction<Tables>, serviceId: string, former: FormerCategory): Promise<Kept> {
  const found = await findCategoryAgain(trx, serviceId, former);
  const { slug } = former;
  const isGone = slug !== null && !found;
  return { columns: { categoryId: found?.id ?? null }, missing: isGone ? [{ field: 'category', value: slug }] : [] };
}
