import type { PostFile } from '#contract/files.ts';
import type { MissingPart, PostSnapshot } from '#contract/post-history.ts';
import type { Tag } from '#contract/tags.ts';
import type { PostRow, Transaction } from '../database/tables.ts';
import { listFilesEverById } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { listAttachedFiles } from '../posts/post.repository.ts';
import { ensureTags, listTagsById } from '../tags/index.ts';
import { type FormerCategory, findCategoryAgain } from './bin/bin.repository.ts';

export interface RestoredColumns {
  readonly columns: Partial<PostRow>;
  readonly missing: MissingPart[];
}

export async function restoreCategory(
  trx: Transaction,
  serviceId: string,
  former: FormerCategory,
): Promise<RestoredColumns> {
  const found = await findCategoryAgain(trx, serviceId, former);
  const { slug } = former;
  const isMissing = slug !== null && !found;
  return { columns: { categoryId: found?.id ?? null }, missing: isMissing ? [{ field: 'category', value: slug }] : [] };
}

export interface FormerTag {
  readonly tagId: string | undefined;
  readonly label: string;
}

export async function restoreTags(
  trx: Transaction,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  tags: readonly FormerTag[],
): Promise<Tag[]> {
  const ids = tags.flatMap(({ tagId }) => tagId ?? []);
  const known = await listTagsById(trx, serviceId, ids);
  const knownIds = new Set(known.map(({ tagId }) => tagId));
  const missingLabels = tags
    .filter(({ tagId }) => tagId === undefined || !knownIds.has(tagId))
    .map(({ label }) => label);
  const recreated = await ensureTags(trx, { clock }, serviceId, missingLabels);
  return [...new Map([...known, ...recreated].map((tag) => [tag.tagId, tag])).values()];
}

type AttachedFiles = Pick<PostSnapshot, 'thumbnail' | 'images' | 'files'>;

export async function restoreFiles(
  trx: Transaction,
  serviceId: string,
  { thumbnail, images, files }: AttachedFiles,
): Promise<{ columns: Pick<PostRow, 'thumbnail' | 'images' | 'files'>; missing: MissingPart[] }> {
  const ids = [...new Set(listAttachedFiles({ thumbnail, images, files }).map(({ fileId }) => fileId))];
  // Includes files removed from the library, which return when a post uses them; excludes withdrawn files.
  const found = (await listFilesEverById(trx, serviceId, ids)).filter(({ isWithdrawn }) => isWithdrawn === 0);
  const known = new Set(found.map(({ fileId }) => fileId));
  const isThere = ({ fileId }: PostFile) => known.has(fileId);
  return {
    columns: {
      thumbnail: thumbnail && isThere(thumbnail) ? JSON.stringify(thumbnail) : null,
      images: JSON.stringify(images.filter(isThere)),
      files: JSON.stringify(files.filter(isThere)),
    },
    missing: ids.filter((fileId) => !known.has(fileId)).map((value) => ({ field: 'files', value })),
  };
}
