import { type CategoryCreation, RESERVED_CATEGORY_SLUGS } from '#contract/admin-categories.ts';
import { MAX_CATEGORIES, MAX_CATEGORY_DEPTH, ROOT_CATEGORY } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, type HttpError } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import {
  findCategory,
  hasRoomForCategory,
  insertCategory,
  listChildren,
  type StoredCategory,
  saveOrder,
} from './category.repository.ts';
import { depthOf } from './category-tree.ts';

/**
 * The parent defaults to the root, the position to the last one.
 * @throws {HttpError} when the slug is taken or reserved, the parent does not exist, or a limit is reached
 */
export async function createCategory(
  trx: Transaction,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  { slug, label, description, parentCategorySlug, position }: CategoryCreation,
): Promise<StoredCategory> {
  await raiseServiceRevision(trx, serviceId);
  if (RESERVED_CATEGORY_SLUGS.has(slug)) throw invalidField('slug', messages.slugNotAllowed, fieldMessages.invalid);
  if (await findCategory(trx, serviceId, slug)) throw invalidField('slug', messages.slugTaken, fieldMessages.taken);
  const parent = await getParent(trx, serviceId, parentCategorySlug);
  if (!(await hasRoomForCategory(trx, serviceId))) throw badRequest(messages.tooManyCategories);
  rejectTooDeep(depthOf(parent) + 1);
  const createdAt = toInstant(clock.now());
  const category = { serviceId, slug, label, description: description ?? '', parent, createdAt };
  const created = await insertCategory(trx, category);
  if (position === undefined) return created;
  await placeAmong(trx, parent, created, position);
  return (await findCategory(trx, serviceId, slug)) ?? created;
}

export async function getParent(
  trx: Transaction,
  serviceId: string,
  slug: string | null | undefined,
): Promise<StoredCategory> {
  const parent = await findCategory(trx, serviceId, slug || ROOT_CATEGORY);
  if (!parent) throw invalidField('parent_category_slug', messages.parentCategoryUnknown, fieldMessages.invalid);
  return parent;
}

export function rejectTooDeep(depth: number): void {
  if (depth > MAX_CATEGORY_DEPTH) {
    throw invalidField('parent_category_slug', messages.categoriesTooDeep, fieldMessages.invalid);
  }
}

export function invalidField(field: string, message: string, fieldMessage: string): HttpError {
  return badRequest(message, { errors: [{ field, message: fieldMessage }] });
}

export async function placeAmong(
  trx: Transaction,
  parent: StoredCategory,
  { id, serviceId }: StoredCategory,
  position = MAX_CATEGORIES,
): Promise<void> {
  const children = await listChildren(trx, parent);
  const others = children.map((child) => child.id).filter((childId) => childId !== id);
  await saveOrder(trx, serviceId, others.toSpliced(position, 0, id));
}
