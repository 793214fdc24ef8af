import type { Transaction } from 'kysely';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { messages } from '#contract/errors.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../http/errors.ts';
import { deleteCategoryRow, hasPosts, listChildren } from './category.repository.ts';
import { getCategory, type NamedCategory } from './change-category.ts';

/**
 * Deletes an empty category.
 * @throws {HttpError} for the root, and when the category has children or posts; `errors` lists each reason
 */
export async function deleteCategory(trx: Transaction<Tables>, { serviceId, slug }: NamedCategory): Promise<void> {
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
  await deleteCategoryRow(trx, category);
}
