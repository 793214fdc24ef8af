import type { Transaction } from 'kysely';
import type { AdminPost, PostCreation, PostFileInput, PostUpdate, TagChoice } from '#contract/admin-posts.ts';
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
import {
  type BodyKind,
  chooseFiles,
  chooseTags,
  readBodyKind,
  readCategoryId,
  readStateWish,
  refuseBrokenJson,
  toStoredLinks,
} from './read-post-input.ts';
import type { Rendered } from './rendering/rendered.ts';
import type { Renderer } from './rendering/renderer.ts';
import { chooseSlug } from './slugs/choose-slug.ts';
import type { ProposalTools } from './slugs/propose-slug.ts';
import type { WholePost } from './stored-post.ts';
import { deleteWorkingCopy } from './working-copies/working-copy.repository.ts';
import { beginWrite, insertNewPost, refuseReservedSlug, refuseTakenSlug, toDerivedColumns } from './write-post.ts';

export interface SaveTools extends WriteTools, ProposalTools {
  readonly renderer: Renderer;
}

/**
 * Creates a post as an editor describes it.
 * @throws {Refusal} when it cannot be right, or its slug is taken.
 */
export async function createPostByEditor(
  { database, renderer, ...tools }: SaveTools,
  { serviceId, actor }: { readonly serviceId: string; readonly actor: string },
  input: PostCreation,
): Promise<AdminPost> {
  const { clock, content } = tools;
  const wish = readStateWish(input);
  if (input.slug) refuseReservedSlug(input.slug);
  const source = { body: input.body?.trimEnd() ?? '', ...readBodyKind(input) };
  refuseBrokenJson(source);
  const derived = toDerivedColumns(await renderer.render(source));
  return database.writer.transaction().execute(async (trx) => {
    await beginWrite(trx, serviceId);
    const now = toInstant(clock.now());
    const state = changeState(blankState, wish, now);
    const slug = await chooseSlug(trx, tools, { serviceId, slug: input.slug });
    const { thumbnail = null, images = '[]', files = '[]' } = await filesFor(trx, serviceId, input);
    const { title, label = '', description = '', author = '', contentId = '', isHiddenInList = false } = input;
    const columns = {
      ...{ slug, title, label, description, author, contentId, ...source, ...derived, ...state },
      ...{ thumbnail, images, files },
      categoryId: await readCategoryId(trx, serviceId, input.category ?? null),
      isHiddenInList: Number(isHiddenInList),
      listedAt: isHiddenInList ? null : state.effectiveAt,
      links: toStoredLinks(input.links ?? []),
    };
    const tags = await chooseTags(trx, { clock, serviceId }, input.tags ?? []);
    const { postId } = await insertNewPost(trx, { clock, content, serviceId, actor }, columns, tags);
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
  const wish = readStateWish(input);
  if (Object.values(input).every((value) => value === undefined)) {
    throw new Refusal(400, { message: messages.dataEmpty });
  }
  const seen = await getPost(tools.database.reader, serviceId, idOrSlug);
  const source = sourceOf(seen, input);
  const rendered = await renderedFor(renderer, { seen, source, input, revision });
  return changePost(tools, { serviceId, postId: seen.postId, actor, revision }, async (trx, post, now) => {
    refuseOtherSource(post, seen, input);
    await deleteWorkingCopy(trx, { serviceId, postId: post.postId, username: actor });
    return {
      columns: {
        ...(isOther(post, source) && rendered && { ...source, ...toDerivedColumns(rendered) }),
        editorMode: source.editorMode,
        ...(await columnsFor(trx, post, input)),
        ...changeState(post, wish, now),
      },
      tags: input.tags && (await changedTags(trx, tools, post, input.tags)),
    };
  });
}

type Source = BodyKind & { readonly body: string };
type SavedInput = Omit<PostUpdate, 'revision'>;

/** The body as it is to be, of whatever kind it is to be. */
function sourceOf(seen: WholePost, input: SavedInput): Source {
  const source = { body: input.body?.trimEnd() ?? seen.body, ...readBodyKind(input, seen) };
  if (isOther(seen, source)) refuseBrokenJson(source);
  return source;
}

function isOther({ body, bodyFormat }: Source, source: Source): boolean {
  return body !== source.body || bodyFormat !== source.bodyFormat;
}

/** What repeats what is stored need not be rendered, where the revision says that it still is when it is written. */
async function renderedFor(
  renderer: Renderer,
  {
    seen,
    source,
    input,
    revision,
  }: { seen: WholePost; source: Source; input: SavedInput; revision: number | undefined },
): Promise<Rendered | undefined> {
  const isSaid = input.body !== undefined || isOther(seen, source);
  const isRepeated = revision !== undefined && !isOther(seen, source);
  return isSaid && !isRepeated ? renderer.render(source) : undefined;
}

/**
 * A save may say a part of the source and mean the rest as it was. What was rendered then must still be meant.
 * @throws {Refusal} when somebody has changed that rest in between.
 */
function refuseOtherSource(post: WholePost, seen: WholePost, input: SavedInput): void {
  const isSaid = input.body !== undefined || input.bodyFormat !== undefined || input.editorMode !== undefined;
  if (!isSaid) return;
  const isFormatMeant = input.bodyFormat === undefined && input.editorMode === undefined;
  const isChanged =
    (isFormatMeant && post.bodyFormat !== seen.bodyFormat) || (input.body === undefined && post.body !== seen.body);
  if (isChanged) throw new Refusal(409, { message: messages.staleRevision });
}

async function columnsFor(
  trx: Transaction<Tables>,
  { serviceId, postId, slug: storedSlug }: WholePost,
  input: SavedInput,
): Promise<Change['columns']> {
  const { slug, title, label, description, author, contentId, category, isHiddenInList, links } = input;
  if (slug !== undefined && slug !== storedSlug) await refuseTakenSlug(trx, serviceId, slug, postId);
  return {
    ...{ slug, title, label, description, author },
    contentId: contentId === '' ? postId : contentId,
    ...(await filesFor(trx, serviceId, input)),
    categoryId: category === undefined ? undefined : await readCategoryId(trx, serviceId, category),
    isHiddenInList: isHiddenInList === undefined ? undefined : Number(isHiddenInList),
    links: links && toStoredLinks(links),
  };
}

/** What is said about files, as it is stored; what is not said stays unsaid. */
async function filesFor(
  trx: Transaction<Tables>,
  serviceId: string,
  { thumbnail, images, files }: Pick<PostUpdate, 'thumbnail' | 'images' | 'files'>,
): Promise<Pick<Change['columns'], 'thumbnail' | 'images' | 'files'>> {
  const stored = async (choices: readonly PostFileInput[]) =>
    JSON.stringify(await chooseFiles(trx, serviceId, choices));
  const [face] = thumbnail ? await chooseFiles(trx, serviceId, [thumbnail]) : [];
  return {
    thumbnail: thumbnail === undefined ? undefined : face ? JSON.stringify(face) : null,
    images: images && (await stored(images)),
    files: files && (await stored(files)),
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
