import {
  type AdminCategory,
  type AdminCategoryDetail,
  adminCategoryApi,
  type CategoryChange,
  RESERVED_CATEGORY_SLUGS,
} from '#contract/admin-categories.ts';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { messages } from '#contract/errors.ts';
import type { Database, Db } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import type { Clock } from '../platform/clock.ts';
import {
  findCategory,
  listAncestors,
  listCategories,
  listChildren,
  listDescendants,
  type StoredCategory,
} from './category.repository.ts';
import { toTree } from './category-tree.ts';
import {
  changeCategory,
  createCategory,
  deleteCategory,
  getCategory,
  type OnCategoriesMoved,
  reorderCategories,
} from './change-category.ts';

export interface AdminCategoryTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly onCategoriesMoved: OnCategoriesMoved;
  readonly findServiceDetail: (db: Db, serviceId: string) => Promise<ServiceDetail | undefined>;
}

export function adminCategoryRoutes(api: Api, tools: AdminCategoryTools): void {
  const {
    clock,
    onCategoriesMoved,
    database: { reader, writer },
  } = tools;

  api.implement(adminCategoryApi.list, async ({ params: { serviceId }, query: { withChildren } }) => {
    if (!withChildren) return [present(await getCategory(reader, serviceId, ROOT_CATEGORY))];
    const all = (await listCategories(reader, serviceId)).map(present);
    return all.filter(({ slug }) => slug === ROOT_CATEGORY).map((root) => toTree(root, all));
  });

  api.implement(
    adminCategoryApi.isSlugFree,
    async ({ params: { serviceId }, query: { slug } }) =>
      !RESERVED_CATEGORY_SLUGS.has(slug) && !(await findCategory(reader, serviceId, slug)),
  );

  api.implement(adminCategoryApi.create, ({ params: { serviceId }, body }) =>
    writeTransaction(writer, async (trx) => present(await createCategory(trx, { clock, serviceId }, body))),
  );

  api.implement(adminCategoryApi.find, async ({ params: { serviceId, slug } }) =>
    presentDetail(reader, await getCategory(reader, serviceId, slug)),
  );

  api.implement(adminCategoryApi.update, async ({ params, body }) => {
    if (isEmptyChange(body)) throw badRequest(messages.dataEmpty);
    const changed = await writeTransaction(writer, (trx) =>
      changeCategory(trx, { clock, onCategoriesMoved, presentDetail }, params, body),
    );
    return inService(reader, changed);
  });

  api.implement(adminCategoryApi.delete, async ({ params }) => {
    await writeTransaction(writer, (trx) => deleteCategory(trx, params));
    return null;
  });

  api.implement(adminCategoryApi.children, async ({ params: { serviceId, slug } }) =>
    (await listChildren(reader, await getCategory(reader, serviceId, slug))).map(present),
  );

  api.implement(adminCategoryApi.reorder, ({ params, body }) =>
    writeTransaction(writer, (trx) => reorderCategories(trx, params, body, present)),
  );

  async function presentDetail(db: Db, category: StoredCategory): Promise<AdminCategoryDetail> {
    return {
      ...(await inService(db, category)),
      parents: (await listAncestors(db, category)).map(present),
      children: (await listDescendants(db, category)).map(present),
    };
  }

  async function inService(db: Db, category: StoredCategory): Promise<AdminCategory & { service: ServiceDetail }> {
    const service = await tools.findServiceDetail(db, category.serviceId);
    if (!service) throw notFound(messages.serviceMissing);
    return { ...present(category), service };
  }
}

function isEmptyChange({ revision: _, formerSiblingIds: __, ...change }: CategoryChange): boolean {
  return Object.values(change).every((value) => value === undefined);
}

function present(category: StoredCategory): AdminCategory {
  return { ...category, description: category.description ?? '' };
}
