import type { Transaction } from 'kysely';
import type { WorkingCopy } from '#contract/working-copies.ts';
import type { Database } from '../../database/connect.ts';
import type { PostWorkingCopyRow } from '../../database/post-tables.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound, requireRevision } from '../../platform/errors.ts';
import { holdPost } from '../post.repository.ts';
import { noteTypedFiles, typedFileIds } from './typed-files.ts';
import {
  deleteOldWorkingCopy,
  deleteWorkingCopy,
  findWorkingCopy,
  listOldWorkingCopies,
  type StoredCopy,
  saveWorkingCopy,
} from './working-copy.repository.ts';

type WorkingCopyKey = Pick<PostWorkingCopyRow, 'serviceId' | 'postId' | 'username'>;

/** Makes the answer of a copy as it is stored. */
type Present = (copy: StoredCopy) => WorkingCopy;

/**
 * Replaces what somebody had typed before, unless they have typed on in another window since `revision`.
 * @throws {Refusal} 404 when the post is gone, 409 with the newer copy.
 */
export async function keepWorkingCopy(
  { writer }: Database,
  { revision: seen, ...typed }: Omit<StoredCopy, 'revision'> & { readonly revision: number | undefined },
  present: Present,
): Promise<WorkingCopy> {
  return writeTransaction(writer, async (trx) => {
    // A post that is deleted in the same moment has no copies.
    if (!(await holdPost(trx, typed))) throw notFound();
    const former = await findWorkingCopy(trx, typed);
    if (former) await requireRevision(seen, () => present(former));
    // A window that knows a copy that has ended since counts on, so that no other window's number fits by chance.
    const copy = { ...typed, revision: (former?.revision ?? seen ?? 0) + 1 };
    await saveWorkingCopy(trx, copy);
    if (!areSame(former, copy)) await noteTypedFiles(trx, copy);
    return present(copy);
  });
}

/** Most of what is typed concerns no file. */
function areSame(former: StoredCopy | undefined, copy: StoredCopy): boolean {
  const before = new Set(former ? typedFileIds(copy.serviceId, former.content) : []);
  const after = new Set(typedFileIds(copy.serviceId, copy.content));
  return before.size === after.size && before.isSubsetOf(after);
}

/** @throws {Refusal} 404 when there is none, 409 with a copy that is newer than `revision`. */
export async function dropWorkingCopy(
  { writer }: Database,
  { revision, ...key }: WorkingCopyKey & { readonly revision: number | undefined },
  present: Present,
): Promise<void> {
  await writeTransaction(writer, async (trx) => {
    await holdPost(trx, key);
    const copy = await findWorkingCopy(trx, key);
    if (copy) await requireRevision(revision, () => present(copy));
    if (!(await endWorkingCopy(trx, key))) throw notFound();
  });
}

/** Answers whether there was one. With a content, a copy that says something else by now stays. */
export async function endWorkingCopy(
  trx: Transaction<Tables>,
  copy: WorkingCopyKey & { readonly content?: string },
): Promise<boolean> {
  await holdPost(trx, copy);
  const isEnded = await deleteWorkingCopy(trx, copy);
  if (isEnded) await noteTypedFiles(trx, copy);
  return isEnded;
}

/** Takes away some copies that nobody has typed on since an instant; others may do so at the same time. */
export async function forgetOldWorkingCopies(
  { writer }: Database,
  { updatedBefore, limit }: { readonly updatedBefore: string; readonly limit: number },
): Promise<{ readonly found: number; readonly forgotten: number }> {
  const old = await listOldWorkingCopies(writer, { updatedBefore, limit });
  let forgotten = 0;
  for (const copy of old) {
    const isOurs = await writeTransaction(writer, async (trx) => {
      await holdPost(trx, copy);
      const isDeleted = await deleteOldWorkingCopy(trx, { ...copy, updatedBefore });
      if (isDeleted) await noteTypedFiles(trx, copy);
      return isDeleted;
    });
    if (isOurs) forgotten += 1;
  }
  return { found: old.length, forgotten };
}
