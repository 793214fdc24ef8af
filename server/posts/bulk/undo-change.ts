import { setImmediate } from 'node:timers/promises';
import type { BulkUndone } from '#contract/bulk-posts.ts';
import type { Db } from '../../database/connect.ts';
import type { PostRow } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { deleteUnusedTags } from '../../tags/index.ts';
import { findBinnedPost } from '../bin/bin.repository.ts';
import { renewedDerived } from '../bin/restore-from-bin.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { beginWrite } from '../write-post.ts';
import { findBulkChange, type StoredChange, takeBulkChange } from './bulk-change.repository.ts';
import { attempt, type BulkMaker, type BulkTools, recordBulk, toItem } from './change-posts.ts';
import { keptSince } from './kept-change.ts';
import { takeBack } from './take-back.ts';

/**
 * Takes back what its maker did to many posts, in one transaction. A post that has been changed since stays as it is,
 * and so does one whose former category or group is gone.
 * @throws {Refusal} when there is no such change of this maker, or it is too old, or taken back already.
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
    // The last goes first, so that what stood at one place stands there in the old order.
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

/** Texts of deleted posts that an older pipeline made, made again before anybody waits for them. */
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
