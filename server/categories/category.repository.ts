import type { Selectable, Transaction } from 'kysely';
import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';
import type { Db } from '../database/connect.ts';
import type { CategoryRow, Tables } from '../database/tables.ts';

const columns = ['id', 'slug', 'label', 'serviceId', 'parentPath', 'orderNo'] as const;

/** All categories of a service, siblings in their order and every parent before its children. */
export async function listCategories(db: Db, serviceId: string): Promise<Category[]> {
  const rows = await db
    .selectFrom('categories')
    .select(columns)
    .where('serviceId', '=', serviceId)
    .orderBy((eb) => eb.fn.coalesce('orderNo', eb.lit(0)))
    .orderBy('id')
    .execute();
  return rows.map(toCategory).sort((one, other) => depth(one) - depth(other));
}

export async function findCategory(db: Db, serviceId: string, slug: string): Promise<Category | undefined> {
  const row = await db
    .selectFrom('categories')
    .select(columns)
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && toCategory(row);
}

/** The ancestors of a category from the top down, without the root. */
export async function listAncestors(db: Db, { serviceId, parentPath }: Category): Promise<Category[]> {
  const ids = parentPath.split('#').map(Number).slice(1);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('categories')
    .select(columns)
    .where('serviceId', '=', serviceId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(toCategory).sort((one, other) => depth(one) - depth(other));
}

export async function insertRootCategory(
  trx: Transaction<Tables>,
  serviceId: string,
  createdAt: string,
): Promise<void> {
  await insertCategory(trx, { serviceId, slug: ROOT_CATEGORY, label: ROOT_CATEGORY, parent: undefined, createdAt });
}

export async function insertCategory(
  trx: Transaction<Tables>,
  category: { serviceId: string; slug: string; label: string; parent: Category | undefined; createdAt: string },
): Promise<Category> {
  const { parent, ...values } = category;
  const row = await trx
    .insertInto('categories')
    .values({
      ...values,
      parentId: parent?.id ?? null,
      parentPath: parent ? pathOf(parent) : '0',
      orderNo: null,
      updatedAt: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toCategory(row);
}

/** The path of everything directly below a category, and of the posts in it: `1#5`. */
export function pathOf({ id, parentPath }: Pick<Category, 'id' | 'parentPath'>): string {
  return parentPath === '0' ? String(id) : `${parentPath}#${id}`;
}

function depth({ parentPath }: Category): number {
  return parentPath === '0' ? 0 : parentPath.split('#').length;
}

function toCategory({ orderNo, ...row }: Pick<Selectable<CategoryRow>, (typeof columns)[number]>): Category {
  return { ...row, ...(orderNo !== null && { orderNo }), publishStatus: 'publish' };
}
