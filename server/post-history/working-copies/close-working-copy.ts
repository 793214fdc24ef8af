import { PostUpdate, type TagChoice } from '#contract/admin-posts.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import type { Tag } from '#contract/tags.ts';
import type { Db } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import { HttpError } from '../../http/errors.ts';
import { readBodyKind, readRequestedState, toStoredLinks } from '../../post-editing/read-post-input.ts';
import { listGroupsOfPost, type WholePost } from '../../posts/post.repository.ts';
import { changeState, currentState } from '../../posts/post-state.ts';
import { listTagsOfPost } from '../../tags/index.ts';
import { endWorkingCopy } from './change-working-copy.ts';
import { findWorkingCopy, type StoredCopy } from './working-copy.repository.ts';

/** A new draft was written by autosave alone: nobody has saved it, so that its revision is still the first. */
export function isNewDraft({ revision, status }: WholePost, copy: StoredCopy | undefined): boolean {
  return copy?.baseRevision === 0 && revision === 1 && status === 'draft';
}

export interface SavedBy {
  readonly username: string;
  /** Content of the saved copy; undefined when the post was saved directly. */
  readonly typed: string | undefined;
}

/**
 * Deletes the editor's working copy after a save, unless it has changes that the save did not include. Call after
 * writing the post row, to keep the lock order of `keepWorkingCopy`.
 */
export async function closeWorkingCopy(
  trx: Transaction,
  post: WholePost,
  { username, typed }: SavedBy,
  now: string,
): Promise<void> {
  const key = { serviceId: post.serviceId, postId: post.postId, username };
  const content = typed ?? (await findWorkingCopy(trx, key))?.content;
  if (content === undefined) return;
  if (typed !== undefined || hasSameContent(content, post, await relationsOf(trx, post), now)) {
    await endWorkingCopy(trx, { ...key, content });
  }
}

interface Relations {
  readonly tags: readonly Tag[];
  readonly groups: ReadonlySet<string>;
}

async function relationsOf(db: Db, { serviceId, postId }: WholePost): Promise<Relations> {
  const groups = await listGroupsOfPost(db, serviceId, postId);
  return { tags: await listTagsOfPost(db, serviceId, postId), groups: new Set(groups.map(({ slug }) => slug)) };
}

function hasSameContent(content: string, post: WholePost, { tags, groups }: Relations, now: string): boolean {
  const parsed = PostUpdate.safeParse(JSON.parse(content));
  if (!parsed.success) return false;
  try {
    const { tags: choices, groups: slugs } = parsed.data;
    if (choices && !areTags(choices, tags)) return false;
    if (slugs && new Set(slugs).symmetricDifference(groups).size > 0) return false;
    return isAbsentOrEqual(requestedFields(parsed.data, post, now), storedFields(post, now));
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

function areTags(choices: readonly TagChoice[], tags: readonly Tag[]): boolean {
  const chosen = choices.map((choice) =>
    tags.find((tag) => ('tagId' in choice ? tag.tagId === choice.tagId : tag.label === choice.label)),
  );
  return !chosen.includes(undefined) && new Set(chosen).size === tags.length;
}

type Fields = Readonly<Record<string, unknown>>;

function isAbsentOrEqual(requested: Fields, stored: Fields): boolean {
  return Object.entries(requested).every(([name, value]) => value === undefined || value === stored[name]);
}

function requestedFields(input: PostUpdate, post: WholePost, now: string): Fields {
  const { slug, title, label, description, author, language, contentId, category, isHiddenInList } = input;
  const { thumbnail, images, files, links } = input;
  return {
    slug,
    title,
    label,
    description,
    author,
    language,
    isHiddenInList,
    ...readBodyKind(input, post),
    ...changeState(post, readRequestedState(input), now),
    body: input.body?.trimEnd(),
    contentId: contentId === '' ? post.postId : contentId,
    category: category === undefined ? undefined : category === ROOT_CATEGORY ? null : category || null,
    thumbnail: thumbnail === undefined ? undefined : inWords(thumbnail ? [thumbnail] : []),
    images: images && inWords(images),
    files: files && inWords(files),
    links: links && toStoredLinks(links),
  };
}

function storedFields(post: WholePost, now: string): Fields {
  const { thumbnail, images, files, links, categorySlug } = post;
  return {
    ...post,
    ...currentState(post, now),
    category: categorySlug,
    thumbnail: inWords(thumbnail ? [thumbnail] : []),
    images: inWords(images),
    files: inWords(files),
    links: toStoredLinks(links),
  };
}

function inWords(files: readonly { readonly fileId: string; readonly caption?: string | null | undefined }[]): string {
  return JSON.stringify(files.map(({ fileId, caption }) => [fileId, caption || '']));
}
