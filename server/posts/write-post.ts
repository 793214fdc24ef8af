import type { Transaction } from 'kysely';
import type { Category } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Tag } from '#contract/tags.ts';
import type { PostRow, Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { newId, newPreviewToken } from '../platform/ids.ts';
import { raiseServiceRevision } from '../services/index.ts';
import { ensureTags } from '../tags/index.ts';
import { findPost, findPostIdBySlug, insertPost, replaceTagsOfPost, updatePostRow } from './post.repository.ts';
import { type PostSchedule, toState } from './post-state.ts';
import { RENDER_VERSION, type Rendered, renderMarkdown } from './render-markdown.ts';

/** Everything an author says about a post. */
export interface PostContent extends PostSchedule {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  /** Markdown. */
  readonly body: string;
  readonly category: Category | undefined;
  readonly tags: readonly string[];
}

/** Content with its derived texts, which are made before the transaction so that nobody waits for them in it. */
export type PreparedPost = PostContent & { readonly rendered: Rendered };

/** Renders in this process, which does nothing else meanwhile: for imports and the starter content. */
export async function preparePost<Content extends { readonly body: string }>(
  content: Content,
): Promise<Content & { readonly rendered: Rendered }> {
  return { ...content, rendered: await renderMarkdown(content.body) };
}

export interface WriteOptions {
  readonly clock: Clock;
  readonly serviceId: string;
  /** The user name that the write is recorded under. */
  readonly actor: string;
}

export interface WrittenPost {
  readonly postId: string;
  readonly revision: number;
}

/**
 * Creates a post.
 * @throws {Refusal} when the slug is reserved or another post of the service has it.
 */
export async function createPost(
  trx: Transaction<Tables>,
  options: WriteOptions,
  post: PreparedPost,
): Promise<WrittenPost> {
  const { clock, serviceId } = options;
  await beginWrite(trx, serviceId);
  await refuseTakenSlug(trx, serviceId, post.slug);
  const tags = await ensureTags(trx, { clock }, serviceId, post.tags);
  return insertNewPost(trx, options, { ...toColumns(post, clock), isHiddenInList: 0, links: '[]' }, tags);
}

/**
 * Replaces what a post says; its id, creation, links and preview token stay, and whether it is hidden in lists.
 * @throws {Refusal} as creating does.
 */
export async function replacePost(
  trx: Transaction<Tables>,
  { clock, serviceId, actor, postId }: WriteOptions & { readonly postId: string },
  post: PreparedPost,
): Promise<WrittenPost> {
  await beginWrite(trx, serviceId);
  await refuseTakenSlug(trx, serviceId, post.slug, postId);
  const columns = toColumns(post, clock);
  const stored = await findPost(trx, serviceId, { postId });
  const row = { ...columns, listedAt: stored?.isHiddenInList ? null : columns.listedAt };
  const written = { updatedAt: toInstant(clock.now()), updatedBy: actor };
  const revision = await updatePostRow(trx, { serviceId, postId }, { ...row, ...written });
  const tags = await ensureTags(trx, { clock }, serviceId, post.tags);
  await replaceTagsOfPost(trx, { serviceId, postId, listedAt: row.listedAt }, tags);
  return { postId, revision };
}

/**
 * The first step of every write to posts. Besides telling readers' caches, it makes writers of one service wait for
 * each other on PostgreSQL, so that what is read from here on stays true and nobody takes a slug meanwhile.
 */
export async function beginWrite(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await raiseServiceRevision(trx, serviceId);
}

/** What an author decides of a post's row. */
export type AuthoredColumns = Omit<
  PostRow,
  'postId' | 'serviceId' | 'previewToken' | 'revision' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'
>;

/** Stores a post under a new id, with a preview token and its tags. */
export async function insertNewPost(
  trx: Transaction<Tables>,
  { clock, serviceId, actor }: WriteOptions,
  columns: AuthoredColumns,
  tags: readonly Tag[],
): Promise<WrittenPost> {
  const now = clock.now();
  const postId = newId(now);
  await insertPost(trx, {
    postId,
    serviceId,
    ...columns,
    previewToken: newPreviewToken(),
    revision: 1,
    createdAt: toInstant(now),
    createdBy: actor,
    updatedAt: null,
    updatedBy: null,
  });
  await replaceTagsOfPost(trx, { serviceId, postId, listedAt: columns.listedAt }, tags);
  return { postId, revision: 1 };
}

/** Refuses a slug that is reserved, or that another post of the service has. */
export async function refuseTakenSlug(
  trx: Transaction<Tables>,
  serviceId: string,
  slug: string,
  ownPostId?: string,
): Promise<void> {
  refuseReservedSlug(slug);
  const holder = await findPostIdBySlug(trx, serviceId, slug);
  if (holder !== undefined && holder !== ownPostId) throw slugRefused(messages.slugTaken, fieldMessages.taken);
}

export function refuseReservedSlug(slug: string): void {
  if (!isAllowedPostSlug(slug)) throw slugRefused(messages.slugNotAllowed, fieldMessages.invalid);
}

function slugRefused(message: string, complaint: string): Refusal {
  return new Refusal(400, { message, errors: [{ field: 'slug', message: complaint }] });
}

/** The columns that a rendering fills. */
export function toDerivedColumns(rendered: Rendered) {
  return {
    renderVersion: RENDER_VERSION,
    bodyHtml: rendered.html,
    bodyText: rendered.text,
    excerpt: rendered.excerpt,
  };
}

function toColumns({ rendered, category, tags, publishAt, ...content }: PreparedPost, clock: Clock) {
  const state = toState({ status: content.status, publishAt }, { clock });
  return {
    ...content,
    ...state,
    ...toDerivedColumns(rendered),
    listedAt: state.effectiveAt,
    bodyFormat: 'markdown',
    categoryId: category?.id ?? null,
  };
}
