import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { type Category, MAX_CATEGORIES, ROOT_CATEGORY } from '#contract/categories.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery, preventIndexUse } from '../database/queries.ts';
import type { CategoryRow, Tables, Transaction } from '../database/tables.ts';
import { depthOf, pathOf } from './category-tree.ts';

const columns = [
  'id',
  'slug',
  'label',
  'description',
  'pictureId',
  'serviceId',
  'parentPath',
  'orderNo',
  'revision',
  'createdAt',
  'updatedAt',
] as const;

export type StoredCategory = Category &
  Pick<Selectable<CategoryRow>, 'pictureId' | 'revision' | 'createdAt' | 'updatedAt'>;

export async function listCategories(db: Db, serviceId: string): Promise<StoredCategory[]> {
  const rows = await categoriesInOrder(db, { serviceId });
  return rows.map(toCategory).sort(byDepth);
}

const categoriesInOrder = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  inOrder(db).where('serviceId', '=', serviceId),
);

const categoriesOfSlug = compiledQuery((db, { serviceId, slug }: { serviceId: string; slug: string }) =>
  db.selectFrom('categories').select(columns).where('serviceId', '=', serviceId).where('slug', '=', slug),
);

export async function findCategory(db: Db, serviceId: string, slug: string): Promise<StoredCategory | undefined> {
  const [row] = await categoriesOfSlug(db, { serviceId, slug });
  return row && toCategory(row);
}

export async function listAncestors(db: Db, { serviceId, parentPath }: Category): Promise<StoredCategory[]> {
  const ids = parentPath.split('#').map(Number).slice(1);
  if (ids.length === 0) return [];
  return (await categoriesOfIds(db, { serviceId, ids })).map(toCategory).sort(byDepth);
}

const categoriesOfIds = compiledQuery((db, { serviceId, ids }: { serviceId: string; ids: readonly number[] }) =>
  db.selectFrom('categories').select(columns).where('serviceId', '=', serviceId).where('id', 'in', ids),
);

export async function listDescendants(db: Db, category: Category): Promise<StoredCategory[]> {
  const rows = await categoriesBelow(db, boundsBelow(category));
  return rows.map(toCategory).sort(byDepth);
}

export async function listChildren(db: Db, category: Category): Promise<StoredCategory[]> {
  const rows = await inOrder(db)
    .where('serviceId', '=', category.serviceId)
    .where('parentPath', '=', pathOf(category))
    .execute();
  return rows.map(toCategory);
}

function inOrder(db: Db) {
  return db
    .selectFrom('categories')
    .select(columns)
    .orderBy((eb) => eb.fn.coalesce('orderNo', eb.lit(0)))
    .orderBy('id');
}

const categoriesBelow = compiledQuery((db, bounds: BoundsBelow) => inOrder(db).where(isBelow(bounds)));

type BoundsBelow = ReturnType<typeof boundsBelow>;

/** Contains the delimiter, so that `1#2` does not match `1#23`; `$` is the character after `#`. */
function boundsBelow({ serviceId, ...category }: Category) {
  const path = pathOf(category);
  return { serviceId, path, from: `${path}#`, to: `${path}$` };
}

function isBelow({ serviceId, path, from, to }: BoundsBelow) {
  return (eb: ExpressionBuilder<Tables, 'categories'>) =>
    eb.and([
      eb('serviceId', '=', serviceId),
      eb.or([eb('parentPath', '=', path), eb.and([eb('parentPath', '>=', from), eb('parentPath', '<', to)])]),
    ]);
}

export async function hasRoomForCategory(db: Db, serviceId: string): Promise<boolean> {
  const last = db
    .selectFrom('categories')
    .select('id')
    .where('serviceId', '=', serviceId)
    .limit(1)
    .offset(MAX_CATEGORIES - 1);
  return (await last.executeTakeFirst()) === undefined;
}

export async function hasPosts(db: Db, { serviceId, id }: Category): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .where('categoryId', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isUsablePicture(db: Db, serviceId: string, fileId: string): Promise<boolean> {
  const file = await db
    .selectFrom('files')
    .select('fileId')
    .where('fileId', '=', fileId)
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where('fileType', '=', 'image')
    .where('uploadedAt', 'is not', null)
    .where('isWithdrawn', '=', 0)
    .executeTakeFirst();
  return file !== undefined;
}

export async function insertRootCategory(trx: Transaction, serviceId: string, createdAt: string): Promise<void> {
  await insertCategory(trx, { serviceId, slug: ROOT_CATEGORY, label: ROOT_CATEGORY, parent: undefined, createdAt });
}

interface NewCategory extends Pick<CategoryRow, 'serviceId' | 'slug' | 'label' | 'createdAt'> {
  readonly description?: string;
  readonly pictureId?: string | null;
  readonly parent: Category | undefined;
}

export async function insertCategory(trx: Transaction, { parent, ...category }: NewCategory): Promise<StoredCategory> {
  const row = await trx
    .insertInto('categories')
    .values({
      pictureId: null,
      ...category,
      parentId: parent?.id ?? null,
      parentPath: parent ? pathOf(parent) : '0',
      orderNo: parent ? await nextOrderNo(trx, parent) : null,
      updatedAt: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toCategory(row);
}

/** Returns null while no sibling has a number; unnumbered siblings are sorted by creation. */
async function nextOrderNo(trx: Transaction, parent: Category): Promise<number | null> {
  const row = await trx
    .selectFrom('categories')
    .select((eb) => eb.fn.max('orderNo').as('last'))
    .where('serviceId', '=', parent.serviceId)
    .where('parentPath', '=', pathOf(parent))
    .executeTakeFirst();
  return row && row.last !== null ? row.last + 1 : null;
}

export async function updateCategoryRow(
  trx: Transaction,
  { serviceId, id }: Category,
  change: Partial<Pick<Selectable<CategoryRow>, 'label' | 'description' | 'pictureId'>> & {
    readonly updatedAt: string;
  },
): Promise<void> {
  await trx
    .updateTable('categories')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .where('id', '=', id)
    .execute();
}

export async function moveCategoryRows(trx: Transaction, category: Category, parent: Category): Promise<void> {
  const { serviceId, id } = category;
  const parentPath = pathOf(parent);
  const path = pathOf({ id, parentPath });
  const afterFormerPath = sql.lit(pathOf(category).length + 1);
  await trx
    .updateTable('categories')
    .set({ parentPath: sql`${path} || substr(${sql.ref('parentPath')}, ${afterFormerPath})` })
    .where(isBelow(boundsBelow(category)))
    .execute();
  await trx
    .updateTable('categories')
    .set({ parentId: parent.id, parentPath })
    .where('serviceId', '=', serviceId)
    .where('id', '=', id)
    .execute();
}

export async function saveOrder(trx: Transaction, serviceId: string, ids: readonly number[]): Promise<void> {
  const [first, ...more] = ids;
  if (first === undefined) return;
  await trx
    .updateTable('categories')
    .set((eb) => {
      const begun = eb.case('id').when(first).then(eb.lit<number>(1));
      const cases = more.reduce((done, id, index) => done.when(id).then(eb.lit<number>(index + 2)), begun);
      return { orderNo: cases.end() };
    })
    .where('serviceId', '=', serviceId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function deleteCategoryRow(trx: Transaction, { serviceId, id }: Category): Promise<void> {
  await trx.deleteFrom('categories').where('serviceId', '=', serviceId).where('id', '=', id).execute();
}

function byDepth(one: Category, other: Category): number {
  return depthOf(one) - depthOf(other);
}

function toCategory({
  orderNo,
  description,
  ...row
}: Pick<Selectable<CategoryRow>, (typeof columns)[number]>): StoredCategory {
  return {
    ...row,
    ...(description && { description }),
    ...(orderNo !== null && { orderNo }),
    publishStatus: 'publish',
  };
}
