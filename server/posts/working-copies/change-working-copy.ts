import type { Transaction } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { PostWorkingCopyRow } from '../../database/post-tables.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { holdPost } from '../post.repository.ts';
import { noteTypedFiles, typedFileIds } from './typed-files.ts';
import {
  deleteOldWorkingCopy,
  deleteWorkingCopy,
  findWorkingCopy,
  listOldWorkingCopies,
  saveWorkingCopy,
} from './working-copy.repository.ts';

type WorkingCopyKey = Pick<PostWorkingCopyRow, 'serviceId' | 'postId' | 'username'>;

/**
 * Keeps what somebody has typed, in place of what they had typed before.
 * @throws {Refusal} when the post is gone.
 */
export async function keepWorkingCopy({ writer }: Database, copy: PostWorkingCopyRow): Promise<void> {
  await writeTransaction(writer, async (trx) => {
    // A post that is deleted in the same moment has no copies.
    if (!(await holdPost(trx, copy))) throw notFound();
    const former = await findWorkingCopy(trx, copy);
    await saveWorkingCopy(trx, copy);
    if (!areSame(former, copy)) await noteTypedFiles(trx, copy);
  });
}

/** Most of what is typed concerns no file. */
function areSame(former: PostWorkingCopyRow | undefined, copy: PostWorkingCopyRow): boolean {
  const before = new Set(former ? typedFileIds(copy.serviceId, former.content) : []);
  const after = new Set(typedFileIds(copy.serviceId, copy.content));
  return before.size === after.size && before.isSubsetOf(after);
}

/** @throws {Refusal} when there is none. */
export async function dropWorkingCopy({ writer }: Database, key: WorkingCopyKey): Promise<void> {
  await writeTransaction(writer, async (trx) => {
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
