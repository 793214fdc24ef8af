import { type Category, type CategoryDetail, categoryApi, ROOT_CATEGORY } from '#contract/categories.ts';
import type { ShownFile } from '#contract/files.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Api } from '../http/implement.ts';
import { listAncestors, listCategories, listChildren, listDescendants } from './category.repository.ts';
import { inScope, toTree } from './category-tree.ts';
import { getCategory } from './change-category.ts';

interface CategoryTools {
  readonly database: Database;
  readonly mediaUrl: string;
  readonly showPicture: (db: Db, picture: PictureKey) => Promise<ShownFile | undefined>;
}

interface PictureKey {
  readonly serviceId: string;
  readonly fileId: string;
  readonly mediaUrl: string;
}

export function categoryRoutes(api: Api, { database: { reader }, mediaUrl, showPicture }: CategoryTools): void {
  api.implement(categoryApi.list, async ({ params: { serviceId }, query: { isList } }) => {
    const all = await listCategories(reader, serviceId);
    return isList ? all : all.filter(({ slug }) => slug === ROOT_CATEGORY).map((root) => toTree(root, all));
  });

  api.implement(categoryApi.find, async ({ params: { serviceId, slug }, query }) => {
    const category = await getCategory(reader, serviceId, slug);
    const { pictureId: fileId } = category;
    const picture = fileId === null ? undefined : await showPicture(reader, { serviceId, fileId, mediaUrl });
    const detail = await (query.apiVer === '2' ? inVersion2(category, query) : inVersion1(category, query));
    return { ...detail, ...(picture && { picture }) };
  });

  api.implement(categoryApi.children, async ({ params: { serviceId, slug } }) => {
    return listChildren(reader, await getCategory(reader, serviceId, slug));
  });

  async function inVersion1(
    category: Category,
    { withParents, withChildren }: { withParents: boolean; withChildren: boolean },
  ): Promise<CategoryDetail> {
    const { parentPath, ...rest } = category;
    return {
      ...rest,
      ...(withParents ? { parents: await listAncestors(reader, category) } : { parentPath }),
      ...(withChildren && { children: toTree(category, await listDescendants(reader, category)).children }),
    };
  }

  async function inVersion2(
    category: Category,
    { subScope }: { subScope?: 'all' | 'direct' | 'skipChildren' | undefined },
  ): Promise<CategoryDetail> {
    if (!subScope) return category;
    if (subScope === 'direct') return { ...category, children: await listChildren(reader, category) };
    return { ...category, children: inScope(subScope, category, await listDescendants(reader, category)) };
  }
}
