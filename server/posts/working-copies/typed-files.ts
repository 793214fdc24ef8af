import type { Transaction } from 'kysely';
import type { TypedPost } from '#contract/working-copies.ts';
import type { Tables } from '../../database/tables.ts';
import { replaceFileUses } from '../../media/index.ts';
import { heldFileIds } from '../held-files.ts';
import { listTyped } from './working-copy.repository.ts';

/** More than a few people type on a post, each with as many files as a text may have. */
const MAX_FILES = 5000;

/** The files that somebody has typed into a post, saved or not. */
export function typedFileIds(serviceId: string, content: string): string[] {
  const { thumbnail, images, files, body } = JSON.parse(content) as TypedPost;
  return heldFileIds(serviceId, {
    thumbnail: thumbnail ?? null,
    images: images ?? [],
    files: files ?? [],
    body: body ?? '',
  });
}

/** Notes the files of all that is typed on a post and not saved yet. The post is held. */
export async function noteTypedFiles(
  trx: Transaction<Tables>,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
): Promise<void> {
  const typed = await listTyped(trx, { serviceId, postId });
  const draft = new Set(typed.flatMap((content) => typedFileIds(serviceId, content)));
  await replaceFileUses(trx, { serviceId, postId }, { draft: [...draft].slice(0, MAX_FILES) });
}
