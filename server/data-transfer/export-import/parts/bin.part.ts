import { z } from 'zod';
import { GroupLabel } from '#contract/post-groups.ts';
import { GroupSlug } from '#contract/slugs.ts';
import { TagLabel } from '#contract/tags.ts';
import { Id } from '#contract/text.ts';
import { readByIds } from '../../../database/queries.ts';
import { usedFiles } from '../../../media-uses/index.ts';
import type { BinnedContent } from '../../../post-history/index.ts';
import { newPreview } from '../../../posts/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { definePart, type StoreContext } from '../part.ts';
import { insertFileUses, listBinnedPosts } from '../post-rows.repository.ts';
import { insertNew, listIds } from '../service-rows.repository.ts';
import { checkPost, Position, PostFields, StoredInstant, toPostFields, toPostRow, Username } from './post-record.ts';

/** Leaves room for the end of the retention period within four-digit years. */
const LAST_DELETION = '9900-01-01T00:00:00Z';

/** Tags and groups are included because they may no longer exist. */
const BinRecord = PostFields.extend({
  tags: z.array(z.strictObject({ tagId: Id, label: TagLabel })).max(100),
  groups: z.array(z.strictObject({ groupId: Id, slug: GroupSlug, label: GroupLabel, position: Position })).max(100_000),
  deletedAt: StoredInstant.refine((value) => value < LAST_DELETION),
  deletedBy: Username,
});
type BinRecord = z.infer<typeof BinRecord>;

/** Limits the memory for large bodies. */
const BATCH = 10;

export const binPart = definePart({
  name: 'bin',
  table: 'deletedPosts',
  schema: BinRecord,
  async *read(db, serviceId) {
    const postIds = await listIds(db, 'deletedPosts', serviceId);
    const rows = readByIds(postIds, BATCH, (ids) => listBinnedPosts(db, serviceId, ids));
    for await (const { content, deletedAt, deletedBy } of rows)
      yield toRecord(JSON.parse(content), { deletedAt, deletedBy });
  },
  check: (record, { posts, binnedPosts }) => {
    const { postId, revision } = record;
    checkPost(record);
    if (posts.has(postId)) throw new TransferError(`postId ${postId} also belongs to a post.`);
    binnedPosts.set(postId, revision);
    return record;
  },
  store: async (trx, records, context) => {
    const { serviceId, fileIds } = context;
    await insertNew(trx, { deletedPosts: records.map((record) => toDeletedRow(record, context)) });
    const uses = records.flatMap((record) =>
      Object.values(usedFiles(serviceId, record))
        .flat()
        .filter((fileId) => fileIds.has(fileId))
        .map((fileId) => ({ serviceId, postId: record.postId, place: 'bin', fileId, revision: record.revision })),
    );
    await insertFileUses(trx, uses);
  },
});

function toRecord(
  { row, categorySlug, tags, groups, redirects, sources }: BinnedContent,
  deleted: Pick<BinRecord, 'deletedAt' | 'deletedBy'>,
): BinRecord {
  return {
    ...toPostFields(row, {
      category: categorySlug,
      redirects: [...redirects].sort((one, other) => compare(one.slug, other.slug)),
      sources: [...sources].sort((one, other) => compare(one.sourcePath, other.sourcePath)),
    }),
    tags: tags.map(({ tagId, label }) => ({ tagId, label })).sort((one, other) => compare(one.tagId, other.tagId)),
    groups: [...groups].sort((one, other) => compare(one.groupId, other.groupId)),
    ...deleted,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A deleted post is rendered when it is restored. */
const noDerivedTexts = { bodyHtml: '', bodyText: '', excerpt: '', headings: '[]', readingSeconds: 0, renderVersion: 0 };

function toDeletedRow(
  { tags, groups, deletedAt, deletedBy, ...fields }: BinRecord,
  { serviceId, clock, previewDays, categoryIds }: StoreContext,
) {
  const { postId, slug, title, status, category, redirects, sources } = fields;
  const row = toPostRow(fields, {
    ...noDerivedTexts,
    ...newPreview({ clock, content: { previewDays } }),
    serviceId,
    categoryId: category === null ? null : (categoryIds.get(category) ?? null),
  });
  const content: BinnedContent = { row, categorySlug: category, tags, groups, redirects, sources };
  return { postId, serviceId, slug, title, status, deletedAt, deletedBy, content: JSON.stringify(content) };
}
