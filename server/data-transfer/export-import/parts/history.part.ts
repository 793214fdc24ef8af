import { z } from 'zod';
import { PostSnapshot, RevisionKind } from '#contract/post-history.ts';
import {
  ContentId,
  PostAuthor,
  PostBody,
  PostDescription,
  PostLabel,
  PostLanguage,
  PostTitle,
} from '#contract/posts.ts';
import { CategorySlug, PostSlug } from '#contract/slugs.ts';
import { TagLabel } from '#contract/tags.ts';
import { Id } from '#contract/text.ts';
import type { Db } from '../../../database/connect.ts';
import { chunks, takeUpToSize } from '../../../database/queries.ts';
import { usedFiles } from '../../../media-uses/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { definePart, pickFields, requireKnown, type StoreContext } from '../part.ts';
import { insertFileUses, listRevisionSizes, listRevisions, type RevisionSize } from '../post-rows.repository.ts';
import { insertNew, listIds } from '../service-rows.repository.ts';
import {
  AttachedFile,
  AttachedFiles,
  checkBody,
  RevisionNumber,
  StoredInstant,
  StoredLinks,
  Username,
} from './post-record.ts';

/** Restoring a revision must yield a valid post. */
const SnapshotRecord = z.strictObject({
  ...PostSnapshot.shape,
  slug: PostSlug,
  title: PostTitle,
  label: PostLabel,
  description: PostDescription,
  author: PostAuthor,
  /** Missing in older exports. */
  language: PostLanguage.default(''),
  contentId: ContentId,
  body: PostBody,
  categorySlug: CategorySlug.nullable(),
  tags: z.array(TagLabel).max(100),
  /** Ids in the order of `tags`; missing in old revisions. */
  tagIds: z.array(Id).max(100).optional(),
  thumbnail: AttachedFile.nullable(),
  images: AttachedFiles,
  files: AttachedFiles,
  links: StoredLinks,
  publishAt: StoredInstant.nullable(),
});
type SnapshotRecord = z.infer<typeof SnapshotRecord>;

const RevisionRecord = z.strictObject({
  postId: Id,
  revision: RevisionNumber,
  kind: RevisionKind,
  savedAt: StoredInstant,
  savedBy: Username,
  content: SnapshotRecord,
});
type RevisionRecord = z.infer<typeof RevisionRecord>;

const BATCH = 200;
const MAX_KEYS = 50;
const MAX_BYTES = 8 * 1024 * 1024;

export const historyPart = definePart({
  name: 'history',
  table: 'postRevisions',
  schema: RevisionRecord,
  async *read(db, serviceId) {
    const postIds = await listIds(db, 'posts', serviceId);
    const binnedIds = await listIds(db, 'deletedPosts', serviceId);
    for (const ids of chunks([...postIds, ...binnedIds].toSorted(), BATCH)) {
      let sizes = await listRevisionSizes(db, serviceId, ids);
      while (sizes.length > 0) {
        const batch = takeUpToSize(sizes.slice(0, MAX_KEYS), MAX_BYTES, ({ bytes }) => Number(bytes));
        yield* await readRevisions(db, serviceId, batch);
        sizes = sizes.slice(batch.length);
      }
    }
  },
  check: (record, { posts, binnedPosts }) => {
    const { postId, revision } = record;
    const newest = posts.get(postId) ?? binnedPosts.get(postId);
    requireKnown(newest !== undefined, `post ${postId}`);
    if (newest !== undefined && revision > newest) throw new TransferError('revision is newer than its post.');
    checkSnapshot(record.content);
    return record;
  },
  store: async (trx, records, context) => {
    const { serviceId } = context;
    const rows = records.map(({ content, ...record }) => {
      return { serviceId, ...record, title: content.title, content: JSON.stringify(content) };
    });
    await insertNew(trx, { postRevisions: rows });
    const uses = records.flatMap((record) => usesOf(record, context));
    await insertFileUses(trx, uses);
  },
});

/** The uses of the current revision are recorded with its post. */
function usesOf({ postId, revision, content }: RevisionRecord, { serviceId, fileIds, posts }: StoreContext) {
  const currentRevision = posts.get(postId);
  if (revision === currentRevision) return [];
  const place = currentRevision === undefined ? 'bin' : 'history';
  return Object.values(usedFiles(serviceId, content))
    .flat()
    .filter((fileId) => fileIds.has(fileId))
    .map((fileId) => ({ serviceId, postId, place, fileId, revision }));
}

function checkSnapshot({ tags, tagIds = tags, ...content }: SnapshotRecord): void {
  checkBody(content);
  if (tagIds.length !== tags.length) throw new TransferError('tagIds do not match the tags.');
}

async function readRevisions(db: Db, serviceId: string, keys: readonly RevisionSize[]): Promise<RevisionRecord[]> {
  const rows = await listRevisions(db, serviceId, keys);
  return rows.map(({ content, kind, ...row }) => ({
    postId: row.postId,
    revision: row.revision,
    kind: kind as RevisionRecord['kind'],
    savedAt: row.savedAt,
    savedBy: row.savedBy,
    content: pickFields(SnapshotRecord, JSON.parse(content)),
  }));
}
