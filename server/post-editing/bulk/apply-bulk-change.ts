import { setImmediate } from 'node:timers/promises';
import type { BulkChange, BulkChanged } from '#contract/bulk-posts.ts';
import { type ErrorResponse, messages } from '#contract/errors.ts';
import { type AuditDetails, type AuditLog, auditActorOf } from '../../audit/index.ts';
import type { Database } from '../../database/connect.ts';
import { raiseServiceRevision } from '../../database/service-revision.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import type { Actor } from '../../http/actor.ts';
import type { Caller } from '../../http/caller.ts';
import { badRequest, HttpError } from '../../http/errors.ts';
import { type Clock, HOUR_MS, toInstant } from '../../platform/clock.ts';
import { nextId } from '../../platform/ids.ts';
import { getPost, type WholePost } from '../../posts/post.repository.ts';
import { currentState } from '../../posts/post-state.ts';
import type { WriteTools } from '../write-post.ts';
import { deleteOldBulkChanges, type FormerPost, type StoredChange, saveBulkChange } from './bulk-change.repository.ts';
import { readStep, type Step } from './bulk-steps.ts';

export interface BulkTools extends WriteTools {
  readonly audit: AuditLog;
}

export interface BulkActor {
  readonly serviceId: string;
  readonly actor: Actor;
  readonly caller: Caller;
}

type ChangedItem = BulkChanged['items'][number];
type Reasons = NonNullable<ErrorResponse['reasons']>;

interface Outcome {
  readonly item: ChangedItem;
  readonly changed: FormerPost | undefined;
}

/**
 * Changes all posts in one transaction, or none.
 * @throws {HttpError} with a reason for each post that cannot be changed
 */
export async function changePosts(tools: BulkTools, by: BulkActor, requested: BulkChange): Promise<BulkChanged> {
  const { serviceId, actor } = by;
  const { username } = actor;
  return writeTransaction(tools.database.writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    const step = await readStep(trx, tools, { serviceId, actor: username }, requested);
    const outcomes: Outcome[] = [];
    const reasons: Reasons = [];
    for (const postId of requested.postIds) {
      // Yields to other requests between posts, because SQLite statements block the event loop.
      await setImmediate();
      const outcome = await attempt(() => changeOne(trx, tools.clock, { serviceId, postId }, step));
      if (typeof outcome === 'string') reasons.push({ postId, message: outcome });
      else outcomes.push(outcome);
    }
    if (reasons.length > 0) throw badRequest(messages.bulkRefused, { reasons });
    const items = outcomes.map(({ item }) => item);
    const posts = outcomes.flatMap(({ changed }) => changed ?? []);
    const counts = { changed: posts.length, unchanged: items.length - posts.length };
    const { action } = requested;
    const undoId = await storeChange(trx, tools.clock, { serviceId, username, action, posts });
    await recordBulk(trx, tools, by, { action: 'posts-changed', details: { change: action, ...counts } });
    return { ...counts, items, undoId };
  });
}

async function changeOne(
  trx: Transaction,
  clock: Clock,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
  step: Step,
): Promise<Outcome> {
  const { former, post } = await step(await getPost(trx, serviceId, postId));
  const { title, revision } = post;
  return { item: toItem(post, clock), changed: former && { postId, title, revision, former } };
}

export function toItem(post: WholePost, clock: Clock): ChangedItem {
  const { postId, revision } = post;
  return { postId, revision, status: currentState(post, toInstant(clock.now())).status };
}

/** Does not roll back earlier writes of the transaction. */
export async function attempt<Done>(change: () => Promise<Done>): Promise<Done | string> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const [fieldError] = error.body.errors ?? [];
    return fieldError && error.body.message === messages.validationFailed ? fieldError.message : error.body.message;
  }
}

export async function recordBulk(
  trx: Transaction,
  { audit }: Pick<BulkTools, 'audit'>,
  { serviceId, actor, caller }: BulkActor,
  entry: { action: 'posts-changed' | 'posts-changed-back'; details: AuditDetails },
): Promise<void> {
  await audit.record({ ...entry, actor: auditActorOf(actor), caller, serviceId }, trx);
}

/** Per account and service. The console changes 10,000 posts in twenty calls. */
const MAX_UNDO_ENTRIES = 40;

export function undoableSince(clock: Clock): string {
  return toInstant(new Date(clock.now().getTime() - HOUR_MS));
}

async function storeChange(
  trx: Transaction,
  clock: Clock,
  { posts, ...change }: Omit<StoredChange, 'changeId' | 'madeAt'>,
): Promise<string | null> {
  if (posts.length === 0) return null;
  const now = clock.now();
  const changeId = nextId(clock, now);
  await saveBulkChange(trx, { ...change, posts, changeId, madeAt: toInstant(now) }, { keep: MAX_UNDO_ENTRIES });
  return changeId;
}

export async function pruneBulkChanges(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  limit: number,
): Promise<number> {
  const madeBefore = undoableSince(clock);
  return writeTransaction(database.writer, (trx) => deleteOldBulkChanges(trx, { madeBefore, limit }));
}
