import type { Transaction } from 'kysely';
import type { AdminPost, PostCreation, PostUpdate, TagChoice } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import type { Tag } from '#contract/tags.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { presentToEditors } from './admin-post.presenter.ts';
import { type Change, changePost, type WriteTools } from './change-post.ts';
import { getPost } from './find-post.ts';
import { listTagsOfPost } from './post.repository.ts';
import { blankState, changeState } from './post-state.ts';
import { chooseTags, readCategoryId, readPostInput, toStoredLinks } from './read-post-input.ts';
import type { Renderer } from './renderer.ts';
import type { WholePost } from './stored-post.ts';
import { beginWrite, insertNewPost, refuseReservedSlug, refuseTakenSlug, toDerivedColumns } from './write-post.ts';

export interface SaveTools extends WriteTools {
  readonly renderer: Renderer;
}

/**
 * Creates a post as an editor describes it.
 * @throws {Refusal} when it cannot be right, or its slug is taken.
 */
export async function createPostByEditor(
  { database, clock, renderer }: SaveTools,
  { serviceId, actor }: { readonly serviceId: string; readonly actor: string },
  input: PostCreation,
): Promise<AdminPost> {
  const wish = readPostInput(input);
  refuseReservedSlug(input.slug);
  const body = input.body?.trimEnd() ?? '';
  const derived = toDerivedColumns(await renderer.render(body));
  return database.writer.transaction().execute(async (trx) => {
    await beginWrite(trx, serviceId);
    const now = toInstant(clock.now());
    const state = changeState(blankState, wish, now);
    await refuseTakenSlug(trx, serviceId, input.slug);
    const { slug, title, description = '', author = '', bodyFormat, isHiddenInList = false } = input;
    const columns = {
      ...{ slug, title, description, author, bodyFormat, body, ...derived, ...state },
      categoryId: await readCategoryId(trx, serviceId, input.category ?? null),
      isHiddenInList: Number(isHiddenInList),
      listedAt: isHiddenInList ? null : state.effectiveAt,
      links: toStoredLinks(input.links ?? []),
    };
    const tags = await chooseTags(trx, { clock, serviceId }, input.tags ?? []);
    const { postId } = await insertNewPost(trx, { clock, serviceId, actor }, columns, tags);
    return presentToEditors(trx, await getPost(trx, serviceId, postId), now);
  });
}

/**
 * Changes what is given and differs.
 * @throws {Refusal} when it cannot be right, when there is no such post, or when somebody has saved since.
 */
export async function savePost(
  { renderer, ...tools }: SaveTools,
  { serviceId, idOrSlug, actor }: { readonly serviceId: string; readonly idOrSlug: string; readonly actor: string },
  { revision, ...input }: PostUpdate,
): Promise<AdminPost> {
  const wish = readPostInput(input);
  if (Object.values(input).every((value) => value === undefined)) {
    throw new Refusal(400, { message: messages.dataEmpty });
  }
  const { postId, body: seenBody } = await getPost(tools.database.reader, serviceId, idOrSlug);
  const body = input.body?.trimEnd();
  // A body that repeats what is stored need not be rendered, where the revision says that it still is when it is written.
  const isRepeated = revision !== undefined && body === seenBody;
  const written = body === undefined || isRepeated ? undefined : toDerivedColumns(await renderer.render(body));
  return changePost(tools, { serviceId, postId, actor, revision }, async (trx, post, now) => ({
    columns: {
      ...(body !== post.body && written && { body, ...written }),
      ...(await columnsFor(trx, post, input)),
      ...changeState(post, wish, now),
    },
    tags: input.tags && (await changedTags(trx, tools, post, input.tags)),
  }));
}

async function columnsFor(
  trx: Transaction<Tables>,
  { serviceId, postId, slug: storedSlug }: WholePost,
  input: PostUpdate,
): Promise<Change['columns']> {
  const { slug, title, description, author, bodyFormat, category, isHiddenInList, links } = input;
  if (slug !== undefined && slug !== storedSlug) await refuseTakenSlug(trx, serviceId, slug, postId);
  return {
    ...{ slug, title, description, author, bodyFormat },
    categoryId: category === undefined ? undefined : await readCategoryId(trx, serviceId, category),
    isHiddenInList: isHiddenInList === undefined ? undefined : Number(isHiddenInList),
    links: links && toStoredLinks(links),
  };
}

async function changedTags(
  trx: Transaction<Tables>,
  { clock }: { clock: Clock },
  { serviceId, postId }: WholePost,
  choices: readonly TagChoice[],
): Promise<Tag[] | undefined> {
  const tags = await chooseTags(trx, { clock, serviceId }, choices);
  const stored = new Set((await listTagsOfPost(trx, serviceId, postId)).map(({ tagId }) => tagId));
  const isSame = tags.length === stored.size && tags.every(({ tagId }) => stored.has(tagId));
  return isSame ? undefined : tags;
}
