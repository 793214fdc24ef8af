import type { Category } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { PostFile } from '#contract/files.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Tag } from '#contract/tags.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { PostRow, Transaction } from '../database/tables.ts';
import { badRequest, type HttpError } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { ContentBounds } from '../posts/content-bounds.ts';
import { findPostIdBySlug, insertPost, type WholePost } from '../posts/post.repository.ts';
import { type PostSchedule, toState } from '../posts/post-state.ts';
import { newPreview, type Preview } from '../posts/preview-token.ts';
import { RENDER_VERSION, type Rendered, renderMarkdownInProcess } from '../rendering/index.ts';
import { ensureTags, replaceTagsOfPost } from '../tags/index.ts';
import { afterSave } from './after-save.ts';

export interface PostContent extends PostSchedule {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly language?: string | undefined;
  readonly body: string;
  readonly category: Category | undefined;
  readonly tags: readonly string[];
  readonly thumbnail?: PostFile | undefined;
}

/** Rendered before the transaction, so that other writers do not wait for it. */
export type PreparedPost = PostContent & { readonly rendered: Rendered };

export async function preparePost<Content extends Pick<PostContent, 'body' | 'language'>>(
  content: Content,
): Promise<Content & { readonly rendered: Rendered }> {
  return { ...content, rendered: await renderMarkdownInProcess(content.body, content.language) };
}

export interface WriteOptions {
  readonly clock: Clock;
  readonly serviceId: string;
  readonly actor: string;
  readonly content: ContentBounds;
  /** The caller indexes the new posts of the transaction together. */
  readonly isIndexedLater?: boolean;
}

export type WrittenPost = Pick<WholePost, 'postId' | 'revision'>;

export async function createPost(trx: Transaction, options: WriteOptions, post: PreparedPost): Promise<WrittenPost> {
  const { clock, serviceId } = options;
  await raiseServiceRevision(trx, serviceId);
  await rejectTakenSlug(trx, serviceId, post.slug);
  const tags = await ensureTags(trx, { clock }, serviceId, post.tags);
  const state = toState(post, { clock });
  const columns = { ...toColumns(post), ...toDerivedColumns(post.rendered), ...state, listedAt: state.effectiveAt };
  const thumbnail = post.thumbnail ? JSON.stringify(post.thumbnail) : null;
  return insertNewPost(trx, options, { ...columns, ...withoutExtras, thumbnail }, tags);
}

const withoutExtras = {
  label: '',
  contentId: '',
  images: '[]',
  files: '[]',
  links: '[]',
  isHiddenInList: 0,
} as const;

type WrittenColumn = 'revision' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'textUpdatedAt';
export type AuthoredColumns = Omit<PostRow, 'postId' | 'serviceId' | keyof Preview | WrittenColumn>;

export async function insertNewPost(
  trx: Transaction,
  { clock, serviceId, actor, content, isIndexedLater }: WriteOptions,
  columns: AuthoredColumns,
  tags: readonly Tag[],
): Promise<WholePost> {
  const now = clock.now();
  const postId = newId(now);
  await insertPost(trx, {
    postId,
    serviceId,
    ...columns,
    contentId: columns.contentId || postId,
    ...newPreview({ clock, content }),
    revision: 1,
    createdAt: toInstant(now),
    createdBy: actor,
    updatedAt: null,
    updatedBy: null,
    textUpdatedAt: null,
  });
  if (tags.length > 0) await replaceTagsOfPost(trx, { serviceId, postId, listedAt: columns.listedAt }, tags);
  return afterSave(trx, { serviceId, postId }, { clock, actor, kind: 'created', isIndexedLater });
}

export async function rejectTakenSlug(
  trx: Transaction,
  serviceId: string,
  slug: string,
  ownPostId?: string,
): Promise<void> {
  rejectReservedSlug(slug);
  const holder = await findPostIdBySlug(trx, serviceId, slug);
  if (holder !== undefined && holder !== ownPostId) throw slugRejected(messages.slugTaken, fieldMessages.taken);
}

export function rejectReservedSlug(slug: string): void {
  if (!isAllowedPostSlug(slug)) throw slugRejected(messages.slugNotAllowed, fieldMessages.invalid);
}

function slugRejected(message: string, fieldMessage: string): HttpError {
  return badRequest(message, { errors: [{ field: 'slug', message: fieldMessage }] });
}

export function toDerivedColumns(rendered: Rendered) {
  return {
    renderVersion: RENDER_VERSION,
    bodyHtml: rendered.html,
    bodyText: rendered.text,
    excerpt: rendered.excerpt,
    headings: JSON.stringify(rendered.headings),
    readingSeconds: rendered.readingSeconds,
  };
}

export function toColumns({ slug, title, description, author, language = '', body, category }: PreparedPost) {
  const categoryId = category?.id ?? null;
  const kind = { bodyFormat: 'markdown', editorMode: 'markdown' } as const;
  return { slug, title, description, author, language, body, ...kind, categoryId };
}
