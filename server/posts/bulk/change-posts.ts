import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { BulkChange, BulkChanged } from '#contract/bulk-posts.ts';
import { type ErrorResponse, messages } from '#contract/errors.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { toInstant } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import type { WriteTools } from '../change-post.ts';
import { getPost } from '../find-post.ts';
import { currentState } from '../post-state.ts';
import { beginWrite } from '../write-post.ts';
import { readStep } from './read-step.ts';
import type { Step } from './step.ts';

type Outcome = BulkChanged['items'][number] & { readonly isChanged: boolean };
type Reasons = NonNullable<ErrorResponse['reasons']>;

/**
 * Changes many posts in one way and one transaction, each as it would be changed by itself.
 * @throws {Refusal} with a reason for each post that cannot be changed; then none is.
 */
export async function changePosts(
  tools: WriteTools,
  { serviceId, actor }: { readonly serviceId: string; readonly actor: string },
  wish: BulkChange,
): Promise<BulkChanged> {
  return writeTransaction(tools.database.writer, async (trx) => {
    await beginWrite(trx, serviceId);
    const step = await readStep(trx, tools, { serviceId, actor }, wish);
    const outcomes: Outcome[] = [];
    const reasons: Reasons = [];
    for (const postId of wish.postIds) {
      // Statements on SQLite hold up the process: readers are answered between two posts.
      await setImmediate();
      const outcome = await attempt(() => changeOne(trx, tools, { serviceId, postId }, step));
      if (typeof outcome === 'string') reasons.push({ postId, message: outcome });
      else outcomes.push(outcome);
    }
    if (reasons.length > 0) throw new Refusal(400, { message: messages.bulkRefused, reasons });
    const changed = outcomes.filter(({ isChanged }) => isChanged).length;
    const items = outcomes.map(({ postId, revision, status }) => ({ postId, revision, status }));
    return { changed, unchanged: items.length - changed, items };
  });
}

async function changeOne(
  trx: Transaction<Tables>,
  { clock }: Pick<WriteTools, 'clock'>,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
  step: Step,
): Promise<Outcome> {
  const { isChanged, post } = await step(await getPost(trx, serviceId, postId));
  const { status } = currentState(post, toInstant(clock.now()));
  return { postId, revision: post.revision, status, isChanged };
}

/** What a step comes to, or why it cannot be made: what was done before it is taken back with all the rest. */
async function attempt(change: () => Promise<Outcome>): Promise<Outcome | string> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [complaint] = error.body.errors ?? [];
    return complaint && error.body.message === messages.validationFailed ? complaint.message : error.body.message;
  }
}
