import {
  type AdminCategoryDetail,
  type CategoryChange,
  type CategoryCreation,
  RESERVED_CATEGORY_SLUGS,
} from '#contract/admin-categories.ts';
import { MAX_CATEGORIES, MAX_CATEGORY_DEPTH, ROOT_CATEGORY } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { Db } from '../database/connect.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, conflict, type HttpError, invalid, notFound, requireRevision } from '../http/errors.ts';
import { keyOfCategoryUse, replaceFileUses } from '../media-uses/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import {
  deleteCategoryRow,
  findCategory,
  hasPosts,
  hasRoomForCategory,
  insertCategory,
  isUsablePicture,
  listAncestors,
  listChildren,
  listDescendants,
  moveCategoryRows,
  type StoredCategory,
  saveOrder,
  updateCategoryRow,
} from './category.repository.ts';
import { depthOf, isBelow, pathOf } from './category-tree.ts';

/**
 * The parent defaults to the root, the position to the last one.
 * @throws {HttpError} when the slug is taken or reserved, the parent does not exist, or a limit is reached
 */
export async function createCategory(
  trx: Transaction,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  { slug, label, description, pictureId, parentCategorySlug, position }: CategoryCreation,
): Promise<StoredCategory> {
  await raiseServiceRevision(trx, serviceId);
  if (RESERVED_CATEGORY_SLUGS.has(slug)) throw invalidField('slug', messages.slugNotAllowed, fieldMessages.invalid);
  if (await findCategory(trx, serviceId, slug)) throw invalidField('slug', messages.slugTaken, fieldMessages.taken);
  const parent = await getParent(trx, serviceId, parentCategorySlug);
  if (!(await hasRoomForCategory(trx, serviceId))) throw badRequest(messages.tooManyCategories);
  rejectTooDeep(depthOf(parent) + 1);
  const createdAt = toInstant(clock.now());
  await rejectUnusablePicture(trx, serviceId, pictureId);
  const texts = { slug, label, description: description ?? '', pictureId: pictureId || null };
  const created = await insertCategory(trx, { serviceId, ...texts, parent, createdAt });
  if (pictureId) await recordPicture(trx, created);
  if (position === undefined) return created;
  await placeAmong(trx, parent, created, position);
  return (await findCategory(trx, serviceId, slug)) ?? created;
}

/** @throws {HttpError} when the file is no uploaded image of the service */
async function rejectUnusablePicture(
  trx: Transaction,
  serviceId: string,
  pictureId: string | null | undefined,
): Promise<void> {
  if (pictureId && !(await isUsablePicture(trx, serviceId, pictureId))) {
    throw invalid({ picture_id: fieldMessages.invalid });
  }
}

function recordPicture(trx: Transaction, { serviceId, id, pictureId }: StoredCategory): Promise<void> {
  const category = pictureId === null ? [] : [pictureId];
  return replaceFileUses(trx, { serviceId, postId: keyOfCategoryUse(id) }, { category });
}

async function getParent(
  trx: Transaction,
  serviceId: string,
  slug: string | null | undefined,
): Promise<StoredCategory> {
  const parent = await findCategory(trx, serviceId, slug || ROOT_CATEGORY);
  if (!parent) throw invalidField('parent_category_slug', messages.parentCategoryUnknown, fieldMessages.invalid);
  return parent;
}

function rejectTooDeep(depth: number): void {
  if (depth > MAX_CATEGORY_DEPTH) {
    throw invalidField('parent_category_slug', messages.categoriesTooDeep, fieldMessages.invalid);
  }
}

function invalidField(field: string, message: string, fieldMessage: string): HttpError {
  return badRequest(message, { errors: [{ field, message: fieldMessage }] });
}

async function placeAmong(
  trx: Transaction,
  parent: StoredCategory,
  { id, serviceId }: StoredCategory,
  position = MAX_CATEGORIES,
): Promise<void> {
  const children = await listChildren(trx, parent);
  const others = children.map((child) => child.id).filter((childId) => childId !== id);
  await saveOrder(trx, serviceId, others.toSpliced(position, 0, id));
}

export type OnCategoriesMoved = (
  trx: Transaction,
  moved: { readonly serviceId: string; readonly categoryIds: readonly number[]; readonly now: string },
) => Promise<void>;

export interface ChangeTools {
  readonly clock: Clock;
  readonly onCategoriesMoved: OnCategoriesMoved;
  readonly presentDetail: (trx: Transaction, category: StoredCategory) => Promise<AdminCategoryDetail>;
}

interface NamedCategory {
  readonly serviceId: string;
  readonly slug: string;
}

/**
 * With another parent the category moves with its subtree, to the given position or the last one.
 * @throws {HttpError} for the root, after a concurrent save or a change of the order, and when the parent does not
 * exist, is the category itself or its descendant, or is too deep
 */
export async function changeCategory(
  trx: Transaction,
  { clock, onCategoriesMoved, presentDetail }: ChangeTools,
  { serviceId, slug }: NamedCategory,
  change: CategoryChange,
): Promise<StoredCategory> {
  await raiseServiceRevision(trx, serviceId);
  const category = await getCategory(trx, serviceId, slug);
  if (slug === ROOT_CATEGORY) throw badRequest(messages.rootCategoryFixed);
  if (change.slug !== undefined && change.slug !== slug) throw invalid({ slug: fieldMessages.invalid });
  await requireRevision(change.revision, () => presentDetail(trx, category));
  const now = toInstant(clock.now());
  const parent = await findRequestedParent(trx, category, change);
  rejectCycle(category, parent);
  const { formerSiblingIds } = change;
  if (formerSiblingIds && isOtherOrder(await listChildren(trx, parent), formerSiblingIds)) {
    throw conflict(messages.staleRevision, { current: await presentDetail(trx, category) });
  }
  const isMoved = pathOf(parent) !== category.parentPath;
  if (isMoved) {
    const categoryIds = await move(trx, category, parent);
    await onCategoriesMoved(trx, { serviceId, categoryIds, now });
  }
  if (isMoved || change.position !== undefined) await placeAmong(trx, parent, category, change.position);
  const changed = changedColumns(category, change);
  if (changed.pictureId) await rejectUnusablePicture(trx, serviceId, changed.pictureId);
  if (isMoved || Object.keys(changed).length > 0)
    await updateCategoryRow(trx, category, { ...changed, updatedAt: now });
  const stored = await getCategory(trx, serviceId, slug);
  if (changed.pictureId !== undefined) await recordPicture(trx, stored);
  return stored;
}

export async function getCategory(db: Db, serviceId: string, slug: string): Promise<StoredCategory> {
  const category = await findCategory(db, serviceId, slug);
  if (!category) throw notFound(messages.categoryMissing);
  return category;
}

async function findRequestedParent(
  trx: Transaction,
  category: StoredCategory,
  { parentCategorySlug }: CategoryChange,
): Promise<StoredCategory> {
  const { serviceId } = category;
  if (parentCategorySlug !== undefined) return getParent(trx, serviceId, parentCategorySlug);
  const above = await listAncestors(trx, category);
  return getParent(trx, serviceId, above.at(-1)?.slug);
}

function rejectCycle(category: StoredCategory, parent: StoredCategory): void {
  if (parent.id === category.id) {
    throw invalidField('parent_category_slug', messages.parentIsSelf, fieldMessages.invalid);
  }
  if (isBelow(parent, category)) {
    throw invalidField('parent_category_slug', messages.parentIsBelow, fieldMessages.invalid);
  }
}

async function move(trx: Transaction, category: StoredCategory, parent: StoredCategory): Promise<readonly number[]> {
  const below = await listDescendants(trx, category);
  const levels = Math.max(0, ...below.map((one) => depthOf(one) - depthOf(category)));
  rejectTooDeep(depthOf(parent) + 1 + levels);
  await moveCategoryRows(trx, category, parent);
  return [category.id, ...below.map(({ id }) => id)];
}

function changedColumns(
  { label, description = '', pictureId }: StoredCategory,
  change: CategoryChange,
): { label?: string; description?: string; pictureId?: string | null } {
  const requestedPicture = change.pictureId === undefined ? pictureId : change.pictureId || null;
  const isOtherLabel = change.label !== undefined && change.label !== label;
  // `null` counts as absent.
  const isOtherDescription = (change.description ?? description) !== description;
  return {
    ...(isOtherLabel && change.label !== undefined && { label: change.label }),
    ...(isOtherDescription && { description: change.description ?? '' }),
    ...(requestedPicture !== pictureId && { pictureId: requestedPicture }),
  };
}

export async function deleteCategory(trx: Transaction, { serviceId, slug }: NamedCategory): Promise<void> {
  await raiseServiceRevision(trx, serviceId);
  const category = await getCategory(trx, serviceId, slug);
  if (slug === ROOT_CATEGORY) throw badRequest(messages.rootCategoryFixed);
  const children = await listChildren(trx, category);
  const errors = [
    ...(children.length > 0 ? [{ field: 'children', message: messages.categoryHasChildren }] : []),
    ...((await hasPosts(trx, category)) ? [{ field: 'posts', message: messages.categoryHasPosts }] : []),
  ];
  const [first] = errors;
  if (first) throw badRequest(first.message, { errors });
  await recordPicture(trx, { ...category, pictureId: null });
  await deleteCategoryRow(trx, category);
}

/** @throws {HttpError} 409 with the stored order when it is not `formerIds`, 400 for other ids than the children's */
export async function reorderCategories<Shown>(
  trx: Transaction,
  { serviceId, slug }: NamedCategory,
  {
    sortedIds,
    formerIds,
  }: { readonly sortedIds: readonly number[]; readonly formerIds?: readonly number[] | undefined },
  present: (category: StoredCategory) => Shown,
): Promise<Shown[]> {
  await raiseServiceRevision(trx, serviceId);
  const parent = await getCategory(trx, serviceId, slug);
  const stored = await listChildren(trx, parent);
  if (formerIds && isOtherOrder(stored, formerIds))
    throw conflict(messages.staleRevision, { current: stored.map(present) });
  const children = new Set(stored.map(({ id }) => id));
  const isSame = sortedIds.length === children.size && new Set(sortedIds).size === children.size;
  if (!isSame || !sortedIds.every((id) => children.has(id))) {
    throw invalidField('sorted_ids', messages.categoryIdsInvalid, fieldMessages.invalid);
  }
  await saveOrder(trx, serviceId, sortedIds);
  return (await listChildren(trx, parent)).map(present);
}

function isOtherOrder(stored: readonly StoredCategory[], formerIds: readonly number[]): boolean {
  return formerIds.join() !== stored.map(({ id }) => id).join();
}
