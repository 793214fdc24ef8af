import type { Transaction } from 'kysely';
import { fieldMessages, messages } from '#contract/errors.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Tables } from '../database/tables.ts';
import { listChildren, type StoredCategory, saveOrder } from './category.repository.ts';
import { getCategory, type NamedCategory } from './change-category.ts';
import { rejectedAt } from './create-category.ts';

/**
 * Reorders the children of a category.
 * @throws {HttpError} unless the ids are exactly those of its children
 */
export async function reorderCategories(
  trx: Transaction<Tables>,
  { serviceId, slug }: NamedCategory,
  sortedIds: readonly number[],
): Promise<StoredCategory[]> {
  await raiseServiceRevision(trx, serviceId);
  const parent = await getCategory(trx, serviceId, slug);
  const children = new Set((await listChildren(trx, parent)).map(({ id }) => id));
  const isSame = sortedIds.length === children.size && new Set(sortedIds).size === children.size;
  if (!isSame || !sortedIds.every((id) => children.has(id))) {
    throw rejectedAt('sorted_ids', messages.categoryIdsInvalid, fieldMessages.invalid);
  }
  await saveOrder(trx, serviceId, sortedIds);
  return listChildren(trx, parent);
}
