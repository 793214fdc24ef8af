import { z } from 'zod';
import { ServiceDetail } from './admin-services.ts';
import { Category, CategoryLabel, CategoryParams, MAX_CATEGORIES } from './categories.ts';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { FileId } from './files.ts';
import { flag } from './paging.ts';
import { ServiceParams } from './services.ts';
import { CategorySlug } from './slugs.ts';
import { Instant, Revision, text } from './text.ts';

/** Reserved slugs: each is a literal path next to the categories of a service. */
export const RESERVED_CATEGORY_SLUGS: ReadonlySet<string> = new Set(['create', 'slug']);

export const MAX_CATEGORY_DESCRIPTION = 1000;
const CategoryDescription = text({ max: MAX_CATEGORY_DESCRIPTION }).trim();

export const AdminCategory = Category.extend({
  description: z.string(),
  /** Id of an image of the service's library. */
  pictureId: z.string().nullable(),
  revision: z.int(),
  createdAt: Instant,
  updatedAt: Instant.nullable(),
}).meta({ id: 'AdminCategory' });
export type AdminCategory = z.infer<typeof AdminCategory>;

export type AdminCategoryNode = AdminCategory & { children?: AdminCategoryNode[] | undefined };
const AdminCategoryNode: z.ZodType<AdminCategoryNode> = AdminCategory.extend({
  get children() {
    return z.array(AdminCategoryNode).optional();
  },
}).meta({ id: 'AdminCategoryNode' });

const AdminCategoryInService = AdminCategory.extend({ service: ServiceDetail });

/** `parents` are ordered from the top down, without the root. `children` is a flat list of all descendants. */
export const AdminCategoryDetail = AdminCategoryInService.extend({
  parents: z.array(AdminCategory),
  children: z.array(AdminCategory),
}).meta({ id: 'AdminCategoryDetail' });
export type AdminCategoryDetail = z.infer<typeof AdminCategoryDetail>;

/** Slug of the parent category; empty or `null` for the root. */
const parentCategorySlug = z.union([z.literal(''), CategorySlug]).nullish();

/** Zero-based position among siblings. Larger values mean the last position. */
const position = z.int().min(0).max(MAX_CATEGORIES).optional();

export const CategoryCreation = z
  .object({
    slug: CategorySlug,
    label: text({ max: 300 }).trim().pipe(CategoryLabel),
    description: CategoryDescription.nullish(),
    /** An image of the service's library; empty or `null` for none. */
    pictureId: z.union([z.literal(''), FileId]).nullish(),
    parentCategorySlug,
    position,
  })
  .meta({ id: 'CategoryCreation' });
export type CategoryCreation = z.output<typeof CategoryCreation>;

const formerIds = z.array(z.int()).max(MAX_CATEGORIES).optional();

/** Absent keys keep their value. The slug cannot change: only the current one is accepted. */
export const CategoryChange = CategoryCreation.partial()
  .extend({
    revision: Revision.optional(),
    /** Ids of the new parent's children in the order that was read. If it has changed since, the update fails with 409. */
    formerSiblingIds: formerIds,
  })
  .meta({ id: 'CategoryChange' });
export type CategoryChange = z.output<typeof CategoryChange>;

const endpoint = endpointsOf({ tag: 'admin categories', access: editorOfService, params: CategoryParams });

export const adminCategoryApi = {
  list: endpoint('GET', '/admin/categories/:serviceId', {
    summary: 'Get the root category; `withChildren=1` adds the whole tree',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ withChildren: flag(false) }),
    response: z.array(AdminCategoryNode),
  }),
  isSlugFree: endpoint('GET', '/admin/categories/:serviceId/slug', {
    summary: 'Check whether a slug is available for a category',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({ slug: CategorySlug }),
    response: z.boolean(),
  }),
  create: endpoint('POST', '/admin/categories/:serviceId', {
    summary: 'Create a category, last among its siblings or at `position`',
    params: ServiceParams,
    body: CategoryCreation,
    response: AdminCategory,
  }),
  find: endpoint('GET', '/admin/categories/:serviceId/:slug', {
    summary: 'Get a category with its parents and children',
    access: viewerOfService,
    response: AdminCategoryDetail,
  }),
  update: endpoint('POST', '/admin/categories/:serviceId/:slug', {
    summary:
      'Update or move a category with its descendants; absent fields stay unchanged. 409 with `current` if `revision` is older',
    body: CategoryChange,
    response: AdminCategoryInService,
  }),
  delete: endpoint('DELETE', '/admin/categories/:serviceId/:slug', {
    summary: 'Delete a category without children and posts',
    response: z.null(),
  }),
  children: endpoint('GET', '/admin/categories/:serviceId/:slug/children', {
    summary: 'List the direct children of a category in their order',
    access: viewerOfService,
    response: z.array(AdminCategory),
  }),
  reorder: endpoint('POST', '/admin/categories/:serviceId/:slug/children', {
    summary: 'Reorder the direct children of a category; takes all of their ids. 409 if `formerIds` is an older order',
    body: z.object({
      sortedIds: z.array(z.int()).max(MAX_CATEGORIES),
      /** The ids in the order in which they were read. If it has changed since, the call fails with 409. */
      formerIds,
    }),
    response: z.array(AdminCategory),
  }),
};
