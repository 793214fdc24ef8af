import { z } from 'zod';
import { endpointsOf, publicAccess } from './endpoint.ts';
import { ShownFile } from './files.ts';
import { flag } from './paging.ts';
import { ServiceParams } from './services.ts';
import { CategorySlug } from './slugs.ts';
import { text } from './text.ts';

/** Slug of the root category, which every service has and which contains all others. */
export const ROOT_CATEGORY = 'root';

export const CategoryLabel = text({ min: 1, max: 200 });

/** Maximum number of categories per service, including the root. Some responses contain all of them. */
export const MAX_CATEGORIES = 500;

export const MAX_CATEGORY_DEPTH = 20;

/**
 * A category as readers see it. `parentPath` joins the ids of all ancestors with `#`, from the root down; the root's
 * own is `0`.
 */
export const Category = z.object({
  id: z.int(),
  slug: z.string(),
  label: z.string(),
  description: z.string().optional(),
  serviceId: z.string(),
  parentPath: z.string(),
  orderNo: z.int().optional(),
  publishStatus: z.literal('publish'),
});
export type Category = z.infer<typeof Category>;

export type CategoryNode = Category & { children: CategoryNode[] };
export const CategoryNode: z.ZodType<CategoryNode> = Category.extend({
  get children() {
    return z.array(CategoryNode);
  },
}).meta({ id: 'CategoryNode' });

/** Descendants to include, as a flat list. */
export const SubScope = z.enum(['all', 'direct', 'skipChildren']);
export type SubScope = z.infer<typeof SubScope>;

/** A category with the requested relations; `parents` are ordered from the top down, without the root. */
export const CategoryDetail = Category.partial({ parentPath: true }).extend({
  picture: ShownFile.optional(),
  parents: z.array(Category).optional(),
  children: z.union([z.array(CategoryNode), z.array(Category)]).optional(),
});
export type CategoryDetail = z.infer<typeof CategoryDetail>;

export const CategoryParams = ServiceParams.extend({ slug: CategorySlug });

const endpoint = endpointsOf({ tag: 'categories', access: publicAccess, params: CategoryParams });

export const categoryApi = {
  list: endpoint('GET', '/categories/:serviceId', {
    summary: 'List the categories of a service as a tree, or flat with `isList=1`',
    params: ServiceParams,
    query: z.object({ isList: flag(false) }),
    response: z.union([z.array(CategoryNode), z.array(Category)]),
  }),
  find: endpoint('GET', '/categories/:serviceId/:slug', {
    summary: 'Get a category; `withParents` and `withChildren` add relatives, `subScope` a flat list (apiVer 2)',
    query: z.object({
      apiVer: z.enum(['1', '2']).default('1'),
      withParents: flag(false),
      withParent: flag(false),
      withChildren: flag(false),
      subScope: SubScope.optional(),
    }),
    response: CategoryDetail,
  }),
  children: endpoint('GET', '/categories/:serviceId/:slug/children', {
    summary: 'List the direct children of a category in their order',
    response: z.array(Category),
  }),
};
