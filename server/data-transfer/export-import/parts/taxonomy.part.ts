import { z } from 'zod';
import { CategoryLabel, MAX_CATEGORIES, MAX_CATEGORY_DEPTH, ROOT_CATEGORY } from '#contract/categories.ts';
import { GroupLabel } from '#contract/post-groups.ts';
import { CategorySlug, GroupSlug } from '#contract/slugs.ts';
import { TagLabel } from '#contract/tags.ts';
import { Id, text } from '#contract/text.ts';
import { readByIds } from '../../../database/queries.ts';
import { keyOfCategoryUse } from '../../../media-uses/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { type CheckContext, definePart, requireKnown } from '../part.ts';
import { insertFileUses, listGroups, listPostsOfGroup } from '../post-rows.repository.ts';
import {
  insertCategory,
  insertNew,
  listCategories,
  listIds,
  listTags,
  placeCategory,
} from '../service-rows.repository.ts';
import { Position, StoredInstant } from './post-record.ts';

/** Identified by slug because ids differ between installations. */
const CategoryRecord = z.strictObject({
  slug: CategorySlug,
  label: CategoryLabel,
  description: text({ max: 10_000 }),
  pictureId: Id.nullable().default(null),
  /** Null for the root only. */
  parent: CategorySlug.nullable(),
  orderNo: z.int().min(0).max(2_147_483_647).nullable(),
  createdAt: StoredInstant,
  updatedAt: StoredInstant.nullable(),
});

export const categoryPart = definePart({
  name: 'categories',
  table: 'categories',
  schema: CategoryRecord,
  async *read(db, serviceId) {
    yield* await listCategories(db, serviceId);
  },
  check: (record, { categories, fileIds }) => {
    const { slug, parent, pictureId } = record;
    requireKnown(pictureId === null || fileIds.has(pictureId), `file ${pictureId}`);
    if ((slug === ROOT_CATEGORY) !== (parent === null)) throw new TransferError('parent is invalid.');
    if (categories.has(slug)) throw new TransferError(`slug ${slug} occurs twice.`);
    categories.set(slug, { parent });
    return record;
  },
  finish: ({ categories }) => {
    if (!categories.has(ROOT_CATEGORY)) throw new TransferError('categories: the root is missing.');
    if (categories.size > MAX_CATEGORIES) throw new TransferError(`categories: at most ${MAX_CATEGORIES} are allowed.`);
    for (const slug of categories.keys()) checkDepth(slug, categories);
  },
  store: async (trx, records, { serviceId, categoryIds, categoryParents }) => {
    for (const { parent, ...category } of records) {
      const id = await insertCategory(trx, { serviceId, ...category });
      categoryIds.set(category.slug, id);
      if (category.pictureId !== null) {
        const use = { fileId: category.pictureId, postId: keyOfCategoryUse(id), place: 'category', serviceId };
        await insertFileUses(trx, [{ ...use, revision: 0 }]);
      }
      categoryParents.set(category.slug, parent);
    }
  },
  // Places categories at the end, since a moved category may precede its parent.
  complete: async (trx, { categoryIds, categoryParents }) => {
    for (const [slug, id] of categoryIds) {
      const ancestors = ancestorsOf(slug, categoryParents).map((ancestor) => categoryIds.get(ancestor) ?? 0);
      const [parentId] = ancestors;
      if (parentId !== undefined)
        await placeCategory(trx, { id, parentId, parentPath: ancestors.toReversed().join('#') });
    }
  },
});

function checkDepth(slug: string, categories: CheckContext['categories']): void {
  let depth = 0;
  for (let at: string | null = slug; at !== ROOT_CATEGORY; depth += 1) {
    const parent: string | null = categories.get(at)?.parent ?? null;
    if (parent === null) throw new TransferError(`categories: ${at}, the parent of another, is not in this export.`);
    if (depth > MAX_CATEGORY_DEPTH) throw new TransferError(`categories: ${slug} is nested too deeply or in itself.`);
    at = parent;
  }
}

function ancestorsOf(slug: string, parents: ReadonlyMap<string, string | null>): string[] {
  const parent = parents.get(slug) ?? null;
  return parent === null ? [] : [parent, ...ancestorsOf(parent, parents)];
}

const TagRecord = z.strictObject({ tagId: Id, label: TagLabel, createdAt: StoredInstant });

const BATCH = 500;

export const tagPart = definePart({
  name: 'tags',
  table: 'tags',
  schema: TagRecord,
  async *read(db, serviceId) {
    yield* readByIds(await listIds(db, 'tags', serviceId), BATCH, (ids) => listTags(db, serviceId, ids));
  },
  check: (record, { tagIds }) => {
    tagIds.add(record.tagId);
    return record;
  },
  store: (trx, records, { serviceId }) => insertNew(trx, { tags: records.map((record) => ({ serviceId, ...record })) }),
});

const GroupRecord = z.strictObject({
  groupId: Id,
  slug: GroupSlug,
  label: GroupLabel,
  createdAt: StoredInstant,
  updatedAt: StoredInstant,
  posts: z.array(z.strictObject({ postId: Id, position: Position })).max(100_000),
});

export const groupPart = definePart({
  name: 'groups',
  table: 'postGroups',
  schema: GroupRecord,
  async *read(db, serviceId) {
    for (const group of await listGroups(db, serviceId)) {
      yield { ...group, posts: await listPostsOfGroup(db, serviceId, group.groupId) };
    }
  },
  check: (record, { posts }) => {
    for (const { postId } of record.posts) requireKnown(posts.has(postId), `post ${postId}`);
    return record;
  },
  store: async (trx, records, { serviceId }) => {
    await insertNew(trx, {
      postGroups: records.map(({ posts: _, ...group }) => ({ serviceId, ...group })),
      postGroupPosts: records.flatMap(({ groupId, posts }) => posts.map((post) => ({ serviceId, groupId, ...post }))),
    });
  },
});
