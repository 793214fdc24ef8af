import { z } from 'zod';
import { PostSnapshot, RevisionKind } from '#contract/post-history.ts';
import { ContentId, PostAuthor, PostBody, PostDescription, PostLabel, PostTitle } from '#contract/posts.ts';
import { CategorySlug, PostSlug } from '#contract/slugs.ts';
import { TagLabel } from '#contract/tags.ts';
import type { Db } from '../../../database/connect.ts';
import { heldFileIds } from '../../../posts/index.ts';
import { readByIds } from '../../batches.ts';
import { TransferError } from '../../transfer-error.ts';
import {
  countRows,
  listBinnedPostIds,
  listPostIds,
  listRevisionSizes,
  listRevisions,
  type RevisionSize,
} from '../exported.repository.ts';
import { insertNew, noteFileUses } from '../imported.repository.ts';
import { definePart, requireKnown, type Target } from '../part.ts';
import {
  checkBody,
  HeldFile,
  HeldFiles,
  Id,
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
  contentId: ContentId,
  body: PostBody,
  categorySlug: CategorySlug.nullable(),
  tags: z.array(TagLabel).max(100),
  /** Ids in the order of `tags`; missing in old revisions. */
  tagIds: z.array(Id).max(100).optional(),
  thumbnail: HeldFile.nullable(),
  images: HeldFiles,
  files: HeldFiles,
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

export const historyPart = definePart({
  name: 'history',
  schema: RevisionRecord,
  count: (db, serviceId) => countRows(db, 'postRevisions', serviceId),
  async *read(db, serviceId) {
    const ids = [...(await listPostIds(db, serviceId)), ...(await listBinnedPostIds(db, serviceId))].toSorted();
    const sizes = readByIds(ids, 200, (some) => listRevisionSizes(db, serviceId, some));
    for await (const keys of upToSize(sizes)) yield* await readRevisions(db, serviceId, keys);
  },
  check: (record, { posts, binnedPosts }) => {
    const { postId, revision } = record;
    const newest = posts.get(postId) ?? binnedPosts.get(postId);
    requireKnown(newest !== undefined, `post ${postId}`);
    if (newest !== undefined && revision > newest) throw new TransferError('revision is newer than its post.');
    checkSnapshot(record.content);
    return record;
  },
  store: async (trx, records, target) => {
    const { serviceId } = target;
    await insertNew(
      trx,
      'postRevisions',
      records.map(({ content, ...record }) => ({
        ...{ serviceId, ...record },
        title: content.title,
        content: JSON.stringify(content),
      })),
    );
    await noteFileUses(
      trx,
      records.flatMap((record) => usesOf(record, target)),
    );
  },
});

/** Returns file uses of past revisions; the current one is recorded with its post. */
function usesOf({ postId, revision, content }: RevisionRecord, { serviceId, fileIds, posts }: Target) {
  const present = posts.get(postId);
  if (revision === present) return [];
  const place = present === undefined ? 'bin' : 'history';
  return heldFileIds(serviceId, content)
    .filter((fileId) => fileIds.has(fileId))
    .map((fileId) => ({ serviceId, postId, place, fileId, revision }));
}

function checkSnapshot({ tags, tagIds = tags, ...content }: SnapshotRecord): void {
  checkBody(content);
  if (tagIds.length !== tags.length) throw new TransferError('tagIds are not those of the tags.');
}

const MAX_KEYS = 50;
const MAX_BYTES = 8 * 1024 * 1024;

async function* upToSize(sizes: AsyncIterable<RevisionSize>): AsyncIterable<RevisionSize[]> {
  let keys: RevisionSize[] = [];
  let total = 0;
  for await (const size of sizes) {
    keys.push(size);
    total += Number(size.bytes);
    if (keys.length < MAX_KEYS && total < MAX_BYTES) continue;
    yield keys;
    keys = [];
    total = 0;
  }
  if (keys.length > 0) yield keys;
}

async function readRevisions(db: Db, serviceId: string, keys: readonly RevisionSize[]): Promise<RevisionRecord[]> {
  const rows = await listRevisions(db, serviceId, keys);
  return rows.map(({ content, kind, ...row }) => ({
    postId: row.postId,
    revision: row.revision,
    kind: kind as RevisionRecord['kind'],
    savedAt: row.savedAt,
    savedBy: row.savedBy,
    content: inOrder(JSON.parse(content)),
  }));
}

const ORDER = Object.keys(SnapshotRecord.shape) as (keyof SnapshotRecord)[];

function inOrder(content: SnapshotRecord): SnapshotRecord {
  return Object.fromEntries(ORDER.map((name) => [name, content[name]])) as SnapshotRecord;
}
