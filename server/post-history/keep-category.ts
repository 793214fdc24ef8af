import type { Transaction } from 'kysely';
import type { MissingPart } from '#contract/post-history.ts';
import type { PostRow, Tables } from '../database/tables.ts';
import { type FormerCategory, findCategoryAgain } from './bin/bin.repository.ts';

export interface Kept {
  readonly columns: Partial<PostRow>;
  readonly missing: MissingPart[];
}

export async function restoreCategory(
  trx: Transaction<Tables>,
  serviceId: string,
  former: FormerCategory,
): Promise<Kept> {
  const found = await findCategoryAgain(trx, serviceId, former);
  const { slug } = former;
  const isGone = slug !== null && !found;
  return { columns: { categoryId: found?.id ?? null }, missing: isGone ? [{ field: 'category', value: slug }] : [] };
}
