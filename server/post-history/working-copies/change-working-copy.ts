import type { TypedPost, WorkingCopy } from '#contract/working-copies.ts';
import type { Database } from '../../database/connect.ts';
import type { PostWorkingCopyRow } from '../../database/post-tables.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound, requireRevision } from '../../http/errors.ts';
import { replaceFileUses, usedFileIds } from '../../media-uses/index.ts';
import { lockPost } from '../../posts/post.repository.ts';
import {
  deleteWorkingCopy,
  findWorkingCopy,
  listOldWorkingCopies,
  listWorkingCopyContents,
  type StoredCopy,
  saveWorkingCopy,
  type WorkingCopyLimits,
} from './working-copy.repository.ts';

/** Enough for several editors with the maximum number of files each. */
const MAX_FILES = 5000;

function typedFileIds(serviceId: string, content: string): string[] {
  const { thumbnail, images, files, body } = JSON.parse(content) as TypedPost;
  return usedFileIds(serviceId, {
    thumbnail: thumbnail ?? null,
    images: images ?? [],
    files: files ?? [],
    body: body ?? '',
  });
}

/** The caller must hold the lock of the post. */
async function noteTypedFiles(
  trx: Transaction,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
): Promise<void> {
  const typed = await listWorkingCopyContents(trx, { serviceId, postId });
  const draft = new Set(typed.flatMap((content) => typedFileIds(serviceId, content)));
  await replaceFileUses(trx, { serviceId, postId }, { draft: [...draft].slice(0, MAX_FILES) });
}

type WorkingCopyKey = Pick<PostWorkingCopyRow, 'serviceId' | 'postId' | 'username'>;

export type Present = (copy: StoredCopy) => WorkingCopy;

export type TypedCopy = Omit<StoredCopy, 'revision'> & { readonly revision: number | undefined };

/**
 * Stores a working copy, unless another window stored a newer one since `revision`.
 * @throws {HttpError} 404 when the post does not exist, 409 with the newer copy
 */
export async function storeWorkingCopy(
  trx: Transaction,
  { revision: seen, ...typed }: TypedCopy,
  present: Present,
): Promise<WorkingCopy> {
  // Locks the post, so that a concurrent deletion removes this copy, too.
  if (!(await lockPost(trx, typed))) throw notFound();
  const former = await findWorkingCopy(trx, typed);
  if (former) await requireRevision(seen, () => present(former));
  // Continues from the revision of the window even when the copy was deleted meanwhile, so that another window's
  // revision does not match by accident.
  const copy = { ...typed, revision: (former?.revision ?? seen ?? 0) + 1 };
  await saveWorkingCopy(trx, copy);
  if (!areSame(former, copy)) await noteTypedFiles(trx, copy);
  return present(copy);
}

/** Skips the update of file uses in the common case of unchanged files. */
function areSame(former: StoredCopy | undefined, copy: StoredCopy): boolean {
  const before = new Set(former ? typedFileIds(copy.serviceId, former.content) : []);
  const after = new Set(typedFileIds(copy.serviceId, copy.content));
  return before.size === after.size && before.isSubsetOf(after);
}

/**
 * Deletes a working copy, unless another window stored a newer one since `revision`.
 * @throws {HttpError} 404 when there is none, 409 with the newer copy
 */
export async function dropWorkingCopy(
  trx: Transaction,
  { revision, ...key }: WorkingCopyKey & { readonly revision: number | undefined },
  present: Present,
): Promise<StoredCopy> {
  await lockPost(trx, key);
  const copy = await findWorkingCopy(trx, key);
  if (!copy) throw notFound();
  await requireRevision(revision, () => present(copy));
  await endWorkingCopy(trx, key);
  return copy;
}

export async function endWorkingCopy(trx: Transaction, copy: WorkingCopyKey & WorkingCopyLimits): Promise<boolean> {
  await lockPost(trx, copy);
  const isEnded = await deleteWorkingCopy(trx, copy);
  if (isEnded) await noteTypedFiles(trx, copy);
  return isEnded;
}

/** Safe to run concurrently. */
export async function deleteOldWorkingCopies(
  { writer }: Database,
  { updatedBefore, limit }: { readonly updatedBefore: string; readonly limit: number },
): Promise<{ readonly found: number; readonly deleted: number }> {
  const old = await listOldWorkingCopies(writer, { updatedBefore, limit });
  let deleted = 0;
  for (const copy of old) {
    if (await writeTransaction(writer, (trx) => endWorkingCopy(trx, { ...copy, updatedBefore }))) deleted += 1;
  }
  return { found: old.length, deleted };
}
