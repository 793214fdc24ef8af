import type { Transaction } from 'kysely';
import type { TagChoice } from '#contract/admin-posts.ts';
import type { BulkChange } from '#contract/bulk-posts.ts';
import { messages } from '#contract/errors.ts';
import { MAX_TAGS, type Tag } from '#contract/tags.ts';
import type { Tables } from '../../database/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { findTag, listTagsById } from '../../tags/index.ts';
import { moveToBin } from '../bin/move-to-bin.ts';
import { changePostIn, type Decide, type WriteTools } from '../change-post.ts';
import { listTagsOfPost } from '../post.repository.ts';
import { changeState, type StatusWord } from '../post-state.ts';
import { chooseTags, readCategoryId } from '../read-post-input.ts';
import { groupStep } from './group-step.ts';
import type { Step } from './step.ts';

interface Writer {
  readonly serviceId: string;
  readonly actor: string;
}

/**
 * Reads a wish once for all posts; what it names is found, or made, here.
 * @throws {Refusal} when it names what is not there.
 */
export async function readStep(
  trx: Transaction<Tables>,
  tools: WriteTools,
  writer: Writer,
  wish: BulkChange,
): Promise<Step> {
  const { serviceId } = writer;
  const changedBy = (decide: Decide) => changeStep(trx, tools, writer, decide);
  switch (wish.action) {
    case 'publish':
    case 'unpublish':
      return changedBy(toStatus(wish.action));
    case 'delete':
      return deletionStep(trx, tools, writer);
    case 'move': {
      const categoryId = await readCategoryId(trx, serviceId, wish.category);
      return changedBy(async () => ({ columns: { categoryId } }));
    }
    case 'tag':
      return changedBy(withTags(await chooseTags(trx, { clock: tools.clock, serviceId }, wish.tags)));
    case 'untag':
      return changedBy(withoutTags(await findTags(trx, serviceId, wish.tags)));
    case 'group':
    case 'ungroup':
      return groupStep(trx, { clock: tools.clock, serviceId }, wish);
  }
}

function changeStep(trx: Transaction<Tables>, tools: WriteTools, { actor }: Writer, decide: Decide): Step {
  return async (post) => {
    const changed = await changePostIn(trx, tools, { post, actor }, decide);
    return { isChanged: changed.revision !== post.revision, post: changed };
  };
}

/** Unlike the call for one post, this one takes a post that has the status already as it is. */
function toStatus(status: StatusWord): Decide {
  return async (_trx, post, now) => ({ columns: changeState(post, { status }, now), kind: 'status' });
}

function withTags(tags: readonly Tag[]): Decide {
  return async (trx, { serviceId, postId }) => {
    const stored = await listTagsOfPost(trx, serviceId, postId);
    const all = [...new Map([...stored, ...tags].map((tag) => [tag.tagId, tag])).values()];
    if (all.length === stored.length) return { columns: {} };
    if (all.length > MAX_TAGS) throw new Refusal(400, { message: messages.tooManyTags });
    return { columns: {}, tags: all };
  };
}

function withoutTags(tags: readonly Tag[]): Decide {
  const unwanted = new Set(tags.map(({ tagId }) => tagId));
  return async (trx, { serviceId, postId }) => {
    const stored = await listTagsOfPost(trx, serviceId, postId);
    const kept = stored.filter(({ tagId }) => !unwanted.has(tagId));
    return { columns: {}, tags: kept.length < stored.length ? kept : undefined };
  };
}

/** Those that there are: no post has the others. */
async function findTags(trx: Transaction<Tables>, serviceId: string, choices: readonly TagChoice[]): Promise<Tag[]> {
  const ids = choices.flatMap((choice) => ('tagId' in choice ? [choice.tagId] : []));
  const labels = choices.flatMap((choice) => ('label' in choice ? [choice.label] : []));
  const found = await listTagsById(trx, serviceId, ids);
  for (const label of labels) {
    const tag = await findTag(trx, serviceId, label);
    if (tag) found.push(tag);
  }
  return found;
}

function deletionStep(trx: Transaction<Tables>, { clock }: WriteTools, { serviceId, actor }: Writer): Step {
  return async (post) => {
    if (!(await moveToBin(trx, { clock, serviceId, postId: post.postId, actor }))) throw notFound();
    return { isChanged: true, post };
  };
}
