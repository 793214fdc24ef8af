import type { Transaction } from 'kysely';
import type { PostCreation, PostUpdate, TagChoice } from '#contract/admin-posts.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { PostLink } from '#contract/posts.ts';
import type { Tag } from '#contract/tags.ts';
import { findCategory } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../platform/clock.ts';
import { invalid, Refusal } from '../platform/errors.ts';
import { ensureTags, listTagsById } from '../tags/index.ts';
import { readStatusWord, type StateWish } from './post-state.ts';

/**
 * Refuses what cannot be right whatever is stored, and reads what is said about the state.
 * @throws {Refusal}
 */
export function readPostInput({ images = [], files = [], status, publishAt }: PostCreation | PostUpdate): StateWish {
  const [file] = [...images, ...files];
  // Until there are uploads no file id can be known.
  if (file) throw new Refusal(400, { message: `fileId ${file.fileId} not exists` });
  return {
    status: status === undefined ? undefined : readStatusWord(status),
    // The form of existing clients sends an empty time along with everything else.
    publishAt: publishAt === '' ? undefined : publishAt,
  };
}

/** The id of a category by its slug; without one, or with the root's, a post has none. */
export async function readCategoryId(db: Db, serviceId: string, slug: string | null): Promise<number | null> {
  if (!slug || slug === ROOT_CATEGORY) return null;
  const category = await findCategory(db, serviceId, slug);
  if (category) return category.id;
  throw new Refusal(400, {
    message: messages.categoryUnknown,
    errors: [{ field: 'category', message: fieldMessages.invalid }],
  });
}

/**
 * The chosen tags, each once; new labels become tags.
 * @throws {Refusal} when an id is not one of the service's tags.
 */
export async function chooseTags(
  trx: Transaction<Tables>,
  { clock, serviceId }: { clock: Clock; serviceId: string },
  choices: readonly TagChoice[],
): Promise<Tag[]> {
  const tagIds = [...new Set(choices.flatMap((choice) => ('tagId' in choice ? [choice.tagId] : [])))];
  const known = await listTagsById(trx, serviceId, tagIds);
  if (known.length < tagIds.length) throw invalid({ tags: fieldMessages.invalid });
  const labels = choices.flatMap((choice) => ('label' in choice ? [choice.label] : []));
  const named = await ensureTags(trx, { clock }, serviceId, labels);
  return [...new Map([...known, ...named].map((tag) => [tag.tagId, tag])).values()];
}

/** Links as they are stored. */
export function toStoredLinks(links: readonly PostLink[]): string {
  return JSON.stringify(links.map(({ id, url, label }) => ({ id, url, ...(label && { label }) })));
}
