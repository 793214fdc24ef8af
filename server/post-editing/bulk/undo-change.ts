import { setImmediate } from 'node:timers/promises';
import type { BulkUndone } from '#contract/bulk-posts.ts';
import type { Db } from '../../database/connect.ts';
import type { PostRow } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound } from '../../http/errors.ts';
import { findBinnedPost } from '../../post-history/bin/bin.repository.ts';
import { renewedDerived } from '../../post-history/bin/restore-from-bin.ts';
import { beginWrite } from '../../posts/post.repository.ts';
import type { Renderer } from '../../rendering/index.ts';
import { deleteUnusedTags } from '../../tags/index.ts';
import { findBulkChange, type StoredChange, takeBulkChange } from './bulk-change.repository.ts';
import { attempt, type BulkMaker, type BulkTools, recordBulk, toItem } from './change-posts.ts';
import { keptSince } from './kept-change.ts';
import { takeBack } from './take-back.ts';

/**
 * Undoes a bulk change in one transaction. Skips posts that changed since and posts whose former category or group was
 * deleted.
 * @throws {HttpError} when the change does not exist, belongs to another account, expired, or was undone already
 */
export async function undoChange(
  { renderer, ...tools }: BulkTools & { readonly renderer: Renderer },
  maker: BulkMaker,
  undoId: string,
): Promise<BulkUndone> {
  const { serviceId, actor } = maker;
  const { username } = actor;
  const wanted = { serviceId, username, changeId: undoId, madeSince: keptSince(tools.clock) };
  const seen = await findBulkChange(tools.database.reader, wanted);
  if (!seen) throw notFound();
  const derived = await renewedTexts(tools.database.reader, renderer, seen);
  return writeTransaction(tools.database.writer, async (trx) => {
    await beginWrite(trx, serviceId);
    const change = await takeBulkChange(trx, wanted);
    if (!change) throw notFound();
    const done: BulkUndone = { items: [], leftOut: [] };
    // Reverses the order, so that posts with equal positions in a group regain their former order.
    for (const former of change.posts.toReversed()) {
      await setImmediate();
      const { postId, title } = former;
      const context = { serviceId, actor: username, derived: derived.get(postId) };
      const outcome = await attempt(() => takeBack(trx, tools, context, former));
      if (typeof outcome === 'string') done.leftOut.unshift({ postId, title, message: outcome });
      else done.items.unshift(toItem(outcome, tools.clock));
    }
    await deleteUnusedTags(trx, serviceId, tagsMadeFor(change));
    const details = { change: change.action, changed: done.items.length, unchanged: done.leftOut.length };
    await recordBulk(trx, tools, maker, { action: 'posts-changed-back', details });
    return done;
  });
}

function tagsMadeFor({ posts }: StoredChange): string[] {
  return [...new Set(posts.flatMap(({ former }) => (former.kind === 'tagged' ? former.madeTagIds : [])))];
}

/** Renders deleted posts of an older render version before the transaction starts. */
async function renewedTexts(
  reader: Db,
  renderer: Renderer,
  { serviceId, posts }: StoredChange,
): Promise<ReadonlyMap<string, Partial<PostRow>>> {
  const renewed = new Map<string, Partial<PostRow>>();
  for (const { postId, former } of posts) {
    if (former.kind !== 'deleted') continue;
    const binned = await findBinnedPost(reader, { serviceId, postId });
    const derived = binned && (await renewedDerived(renderer, binned.content.row));
    if (derived) renewed.set(postId, derived);
  }
  return renewed;
}
