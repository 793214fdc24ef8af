import type { Transaction } from 'kysely';
import { MAX_CATEGORIES } from '#contract/categories.ts';
import type { Tables } from '../database/tables.ts';
import { listChildren, type StoredCategory, saveOrder } from './category.repository.ts';

export async function placeAmong(
  trx: Transaction<Tables>,
  parent: StoredCategory,
  { id, serviceId }: StoredCategory,
  position = MAX_CATEGORIES,
): Promise<void> {
  const children = await listChildren(trx, parent);
  const others = children.map((child) => child.id).filter((childId) => childId !== id);
  await saveOrder(trx, serviceId, others.toSpliced(position, 0, id));
}
