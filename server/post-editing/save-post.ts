import type { AdminPost, PostCreation, PostFileInput, PostUpdate } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import type { PostFile } from '#contract/files.ts';
import { holdService } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, HttpError } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { putIntoGroups } from '../post-groups/change-post-group.ts';
import { closeWorkingCopy, isNewDraft } from '../post-history/working-copies/close-working-copy.ts';
import { findWorkingCopy } from '../post-history/working-copies/working-copy.repository.ts';
import { presentToEditors } from '../posts/post.presenter.ts';
import { getPost, listAttachedFiles, type WholePost } from '../posts/post.repository.ts';
import { blankState, changeState } from '../posts/post-state.ts';
import { type ProposalTools, proposeSlug } from '../posts/slugs/propose-slug.ts';
import { dropChangedResponses } from '../posts/visible-change.ts';
import type { Rendered, Renderer } from '../rendering/index.ts';
import { insertNewPost, rejectReservedSlug, rejectTakenSlug, toDerivedColumns } from './imported-post.ts';
import {
  type BodyKind,
  changedTags,
  chooseFiles,
  chooseTags,
  hasOtherSource,
  readBodyKind,
  readCategoryId,
  readRequestedState,
  rejectInvalidJson,
  toStoredLinks,
} from './read-post-input.ts';
import { type Change, changePost, type PresentTools } from './write-post.ts';

export interface SaveTools extends PresentTools, ProposalTools {
  readonly renderer: Renderer;
}

interface NewPost {
  readonly serviceId: string;
  readonly actor: string;
  /** Runs in the transaction. */
  readonly onCreated?: (trx: Transaction, post: WholePost) => Promise<void>;
}

export async function createPostByEditor(
  { database, renderer, ...tools }: SaveTools,
  { serviceId, actor, onCreated }: NewPost,
  input: PostCreation,
): Promise<AdminPost> {
  const { clock, content, mediaUrl } = tools;
  const requested = readRequestedState(input);
  if (input.slug) rejectReservedSlug(input.slug);
  const source = { body: input.body?.trimEnd() ?? '', language: input.language ?? '', ...readBodyKind(input) };
  rejectInvalidJson(source);
  const derived = toDerivedColumns(await renderer.render(source));
  return writeTransaction(database.writer, async (trx) => {
    await holdService(trx, serviceId);
    const now = toInstant(clock.now());
    const state = changeState(blankState, requested, now);
    const slug = await chooseSlug(trx, tools, { serviceId, slug: input.slug });
    const {
      thumbnail = null,
      images = '[]',
      files = '[]',
    } = await filesFor(trx, { serviceId, currentFiles: [] }, input);
    const { title, label = '', description = '', author = '', contentId = '' } = input;
    const { isHiddenInList = false } = input;
    const columns = {
      slug,
      title,
      label,
      description,
      author,
      contentId,
      ...source,
      ...derived,
      ...state,
      thumbnail,
      images,
      files,
      categoryId: await readCategoryId(trx, serviceId, input.category ?? null),
      isHiddenInList: Number(isHiddenInList),
      listedAt: isHiddenInList ? null : state.effectiveAt,
      links: toStoredLinks(input.links ?? []),
    };
    const tags = await chooseTags(trx, { clock, serviceId }, input.tags ?? []);
    const post = await insertNewPost(trx, { clock, content, serviceId, actor }, columns, tags);
    if (input.groups) await putIntoGroups(trx, post, input.groups, now);
    await dropChangedResponses(trx, { former: undefined, post, now });
    await onCreated?.(trx, post);
    return presentToEditors(trx, post, { now, mediaUrl });
  });
}

export interface PostSave {
  readonly serviceId: string;
  readonly idOrSlug: string;
  readonly actor: string;
  readonly typed?: string;
}

const MAX_TRIES = 5;

/** @throws {HttpError} when the input is invalid, the post does not exist, or it was saved since `revision` */
export async function savePost(tools: SaveTools, save: PostSave, update: PostUpdate): Promise<AdminPost> {
  const { revision, ...input } = update;
  if (Object.values(input).every((value) => value === undefined)) {
    throw badRequest(messages.dataEmpty);
  }
  let { idOrSlug } = save;
  for (let tries = 1; ; tries += 1) {
    const seen = await getPost(tools.database.reader, save.serviceId, idOrSlug);
    try {
      return await saveAsSeen(tools, save, { seen, input, revision });
    } catch (error) {
      if (!(error instanceof OtherSource) || tries === MAX_TRIES) throw error;
      idOrSlug = seen.postId;
    }
  }
}

interface SeenSave {
  readonly seen: WholePost;
  readonly input: SavedInput;
  readonly revision: number | undefined;
}

async function saveAsSeen(
  { renderer, ...tools }: SaveTools,
  { serviceId, actor, typed }: PostSave,
  { seen, input, revision }: SeenSave,
): Promise<AdminPost> {
  const requested = readRequestedState(input);
  const source = sourceOf(seen, input);
  const rendered = await renderedFor(renderer, { seen, source, input, revision });
  return changePost(tools, { serviceId, postId: seen.postId, actor, revision }, async (trx, post, now) => {
    await rejectOtherSource(trx, { seen, input }, post, { now, mediaUrl: tools.mediaUrl });
    const copy = post.revision === 1 ? await findWorkingCopy(trx, { ...post, username: actor }) : undefined;
    return {
      kind: isNewDraft(post, copy) ? 'created' : 'saved',
      columns: {
        ...(hasOtherSource(post, source) && rendered && { ...source, ...toDerivedColumns(rendered) }),
        editorMode: readBodyKind(input, post).editorMode,
        ...(await columnsFor(trx, post, input)),
        ...changeState(post, requested, now),
      },
      tags: input.tags && (await changedTags(trx, post, await chooseTags(trx, { ...tools, serviceId }, input.tags))),
      finish: async (saved) => {
        if (input.groups) await putIntoGroups(trx, saved, input.groups, now);
        await closeWorkingCopy(trx, saved, { username: actor, typed }, now);
      },
    };
  });
}

type Source = BodyKind & { readonly body: string; readonly language: string };
type SavedInput = Omit<PostUpdate, 'revision'>;

function sourceOf(seen: WholePost, input: SavedInput): Source {
  const { language = seen.language } = input;
  const source = { body: input.body?.trimEnd() ?? seen.body, language, ...readBodyKind(input, seen) };
  if (hasOtherSource(seen, source)) rejectInvalidJson(source);
  return source;
}

/** Skips rendering when the source equals the stored one and the revision guarantees that it stays so. */
async function renderedFor(
  renderer: Renderer,
  { seen, source, input, revision }: SeenSave & { readonly source: Source },
): Promise<Rendered | undefined> {
  const hasNewSource = input.body !== undefined || hasOtherSource(seen, source);
  const isRepeated = revision === seen.revision && !hasOtherSource(seen, source);
  return hasNewSource && !isRepeated ? renderer.render(source) : undefined;
}

class OtherSource extends HttpError {}

/**
 * Partial input is rendered together with stored values, before the transaction. Checks that these are still the same.
 * @throws {OtherSource} when a concurrent save changed them
 */
async function rejectOtherSource(
  trx: Transaction,
  { seen, input }: Pick<SeenSave, 'seen' | 'input'>,
  post: WholePost,
  showing: { readonly now: string; readonly mediaUrl: string },
): Promise<void> {
  const { body, bodyFormat, editorMode, language } = input;
  if ([body, bodyFormat, editorMode, language].every((value) => value === undefined)) return;
  const keepsFormat = bodyFormat === undefined && editorMode === undefined;
  const isChanged =
    (keepsFormat && post.bodyFormat !== seen.bodyFormat) ||
    (body === undefined && post.body !== seen.body) ||
    (language === undefined && post.language !== seen.language);
  if (!isChanged) return;
  throw new OtherSource(409, { message: messages.staleRevision, current: await presentToEditors(trx, post, showing) });
}

async function columnsFor(
  trx: Transaction,
  { serviceId, postId, slug: storedSlug, ...stored }: WholePost,
  input: SavedInput,
): Promise<Change['columns']> {
  const { slug, title, label, description, author, language, contentId, category, isHiddenInList, links } = input;
  if (slug !== undefined && slug !== storedSlug) await rejectTakenSlug(trx, serviceId, slug, postId);
  return {
    slug,
    title,
    label,
    description,
    author,
    language,
    contentId: contentId === '' ? postId : contentId,
    ...(await filesFor(trx, { serviceId, currentFiles: listAttachedFiles(stored) }, input)),
    categoryId: category === undefined ? undefined : await readCategoryId(trx, serviceId, category),
    isHiddenInList: isHiddenInList === undefined ? undefined : Number(isHiddenInList),
    links: links && toStoredLinks(links),
  };
}

async function filesFor(
  trx: Transaction,
  holder: { readonly serviceId: string; readonly currentFiles: readonly PostFile[] },
  { thumbnail, images, files }: Pick<PostUpdate, 'thumbnail' | 'images' | 'files'>,
): Promise<Pick<Change['columns'], 'thumbnail' | 'images' | 'files'>> {
  const stored = async (choices: readonly PostFileInput[]) => JSON.stringify(await chooseFiles(trx, holder, choices));
  const [chosenThumbnail] = thumbnail ? await chooseFiles(trx, holder, [thumbnail]) : [];
  return {
    thumbnail: thumbnail === undefined ? undefined : chosenThumbnail ? JSON.stringify(chosenThumbnail) : null,
    images: images && (await stored(images)),
    files: files && (await stored(files)),
  };
}

async function chooseSlug(
  trx: Transaction,
  tools: ProposalTools,
  { serviceId, slug }: { readonly serviceId: string; readonly slug: string | null | undefined },
): Promise<string> {
  if (!slug) return (await proposeSlug(trx, tools, { serviceId, by: 'date' })).slug;
  await rejectTakenSlug(trx, serviceId, slug);
  return slug;
}
