import type { Transaction } from 'kysely';
import type { TypedPost } from '#contract/working-copies.ts';
import type { Tables } from '../../database/tables.ts';
import { replaceFileUses } from '../../media/index.ts';
import { heldFileIds } from '../held-files.ts';
import { listTyped } from './working-copy.repository.ts';

/** Enough for several editors with the maximum number of files each. */
const MAX_FILES = 5000;

export function typedFileIds(serviceId: string, content: string): string[] {
  const { thumbnail, images, files, body } = JSON.parse(content) as TypedPost;
  return heldFileIds(serviceId, {
    thumbnail: thumbnail ?? null,
    images: images ?? [],
    files: files ?? [],
    body: body ?? '',
  });
}

/** Updates the file uses of all working copies of a post. The caller must hold the lock of the post. */
export async function noteTypedFiles(
  trx: Transaction<Tables>,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
): Promise<void> {
  const typed = await listTyped(trx, { serviceId, postId });
  const draft = new Set(typed.flatMap((content) => typedFileIds(serviceId, content)));
  await replaceFileUses(trx, { serviceId, postId }, { draft: [...draft].slice(0, MAX_FILES) });
}
