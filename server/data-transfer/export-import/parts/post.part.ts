import { z } from 'zod';
import { Id } from '#contract/text.ts';
import type { Db } from '../../../database/connect.ts';
import { readByIds } from '../../../database/queries.ts';
import { HttpError } from '../../../http/errors.ts';
import { usedFiles } from '../../../media-uses/index.ts';
import { toDerivedColumns } from '../../../post-editing/index.ts';
import { newPreview } from '../../../posts/index.ts';
import { markStaticFilesOfService } from '../../../publishing/index.ts';
import type { Renderer } from '../../../rendering/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { definePart, requireKnown, type StoreContext } from '../part.ts';
import {
  insertFileUses,
  listPosts,
  listRedirectsOfPosts,
  listSourcesOfPosts,
  listTagsOfPosts,
} from '../post-rows.repository.ts';
import { insertNew, listIds } from '../service-rows.repository.ts';
import { checkPost, type DerivedColumns, PostFields, toPostFields, toPostRow } from './post-record.ts';

const PostRecord = PostFields.extend({ tags: z.array(Id).max(100) });
type PostRecord = z.infer<typeof PostRecord>;

/** Limits the memory for large bodies. */
const BATCH = 20;

export const postPart = definePart({
  name: 'posts',
  table: 'posts',
  schema: PostRecord,
  async *read(db, serviceId) {
    yield* readByIds(await listIds(db, 'posts', serviceId), BATCH, (ids) => readPosts(db, serviceId, ids));
  },
  check: async (record, { posts, tagIds, categories, renderer }) => {
    const { postId, revision, category, tags } = record;
    checkPost(record);
    requireKnown(category === null || categories.has(category), `category ${category}`);
    for (const tagId of tags) requireKnown(tagIds.has(tagId), `tag ${tagId}`);
    posts.set(postId, revision);
    return { record, derived: await derive(record, renderer) };
  },
  store: async (trx, posts, context) => {
    const { serviceId, categoryIds, clock, previewDays } = context;
    const rows = posts.map(({ record: { tags: _, ...fields }, derived }) =>
      toPostRow(fields, {
        ...derived,
        ...newPreview({ clock, content: { previewDays } }),
        serviceId,
        categoryId: fields.category === null ? null : (categoryIds.get(fields.category) ?? null),
      }),
    );
    const related = posts.map(({ record }) => relatedRows(record, context));
    await insertNew(trx, {
      posts: rows,
      postTags: related.flatMap(({ tags }) => tags),
      postSlugRedirects: related.flatMap(({ redirects }) => redirects),
      postImports: related.flatMap(({ sources }) => sources),
    });
    const uses = related.flatMap(({ files }) => files);
    await insertFileUses(trx, uses);
  },
  complete: markStaticFilesOfService,
});

async function derive({ body, bodyFormat, language }: PostRecord, renderer: Renderer): Promise<DerivedColumns> {
  try {
    return toDerivedColumns(await renderer.render({ body, bodyFormat, language }));
  } catch (error) {
    if (error instanceof HttpError) throw new TransferError('body takes too much time or memory to render.');
    throw error;
  }
}

async function readPosts(db: Db, serviceId: string, ids: readonly string[]): Promise<PostRecord[]> {
  const rows = await listPosts(db, serviceId, ids);
  const tags = Map.groupBy(await listTagsOfPosts(db, serviceId, ids), ({ postId }) => postId);
  const redirects = Map.groupBy(await listRedirectsOfPosts(db, serviceId, ids), ({ postId }) => postId);
  const sources = Map.groupBy(await listSourcesOfPosts(db, serviceId, ids), ({ postId }) => postId);
  return rows.map(({ category, ...row }) => ({
    ...toPostFields(row, {
      category,
      redirects: (redirects.get(row.postId) ?? []).map(({ postId: _, ...redirect }) => redirect),
      sources: (sources.get(row.postId) ?? []).map(({ postId: _, ...source }) => source),
    }),
    tags: (tags.get(row.postId) ?? []).map(({ tagId }) => tagId),
  }));
}

function relatedRows(record: PostRecord, { serviceId, fileIds }: StoreContext) {
  const { postId, effectiveAt, isHiddenInList } = record;
  const key = { serviceId, postId };
  const listedAt = isHiddenInList ? null : effectiveAt;
  const uses = Object.entries(usedFiles(serviceId, record)).flatMap(([place, fileIds]) =>
    fileIds.map((fileId) => ({ ...key, place, fileId, revision: 0 })),
  );
  return {
    tags: [...new Set(record.tags)].map((tagId) => ({ ...key, tagId, listedAt })),
    // Posts may refer to files that were deleted permanently.
    files: uses.filter(({ fileId }) => fileIds.has(fileId)),
    redirects: record.redirects.map((redirect) => ({ ...key, ...redirect })),
    sources: record.sources.map((source) => ({ ...key, ...source })),
  };
}
