import type { Transaction } from 'kysely';
import type { PostFile } from '#contract/files.ts';
import type { MissingPart, PostSnapshot } from '#contract/post-history.ts';
import type { PostRow, Tables } from '../database/tables.ts';
import { listFilesEverById } from '../media/index.ts';

type HeldFiles = Pick<PostSnapshot, 'thumbnail' | 'images' | 'files'>;

export async function restoreFiles(
  trx: Transaction<Tables>,
  serviceId: string,
  { thumbnail, images, files }: HeldFiles,
): Promise<{ columns: Pick<PostRow, 'thumbnail' | 'images' | 'files'>; missing: MissingPart[] }> {
  const held = [...(thumbnail ? [thumbnail] : []), ...images, ...files];
  const ids = [...new Set(held.map(({ fileId }) => fileId))];
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
