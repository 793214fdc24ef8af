import type { Transaction } from 'kysely';
import type { Category } from '#contract/categories.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { newId, newPreviewToken } from '../platform/ids.ts';
import { raiseServiceRevision } from '../services/index.ts';
import { ensureTags } from '../tags/index.ts';
import { findPostIdBySlug, insertPost, replaceTagsOfPost, updatePostRow } from './post.repository.ts';
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

export async function preparePost<Content extends { readonly body: string }>(
  content: Content,
): Promise<Content & { readonly rendered: Rendered }> {
  return { ...content, rendered: await renderMarkdown(content.body) };
}

interface WriteOptions {
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
  { clock, serviceId, actor }: WriteOptions,
  post: PreparedPost,
): Promise<WrittenPost> {
  await refuseTakenSlug(trx, serviceId, post.slug);
  const now = clock.now();
  const postId = newId(now);
  const row = toColumns(post, clock);
  await insertPost(trx, {
    postId,
    serviceId,
    ...row,
    isHiddenInList: 0,
    previewToken: newPreviewToken(),
    revision: 1,
    createdAt: toInstant(now),
    createdBy: actor,
    updatedAt: null,
    updatedBy: null,
  });
  await writeTags(trx, { clock, serviceId, postId, listedAt: row.listedAt, labels: post.tags });
  await raiseServiceRevision(trx, serviceId);
  return { postId, revision: 1 };
}

/**
 * Replaces what a post says; its id, its creation and its preview token stay.
 * @throws {Refusal} as creating does.
 */
export async function replacePost(
  trx: Transaction<Tables>,
  { clock, serviceId, actor, postId }: WriteOptions & { readonly postId: string },
  post: PreparedPost,
): Promise<WrittenPost> {
  await refuseTakenSlug(trx, serviceId, post.slug, postId);
  const row = toColumns(post, clock);
  const revision = await updatePostRow(
    trx,
    { serviceId, postId },
    { ...row, updatedAt: toInstant(clock.now()), updatedBy: actor },
  );
  await writeTags(trx, { clock, serviceId, postId, listedAt: row.listedAt, labels: post.tags });
  await raiseServiceRevision(trx, serviceId);
  return { postId, revision };
}

async function refuseTakenSlug(
  trx: Transaction<Tables>,
  serviceId: string,
  slug: string,
  ownPostId?: string,
): Promise<void> {
  if (!isAllowedPostSlug(slug)) throw new Refusal(400, { message: 'This slug is not allowed' });
  const holder = await findPostIdBySlug(trx, serviceId, slug);
  if (holder !== undefined && holder !== ownPostId) throw new Refusal(400, { message: 'Slug already used' });
}

function toColumns({ rendered, category, tags, publishAt, ...content }: PreparedPost, clock: Clock) {
  const state = toState({ status: content.status, publishAt }, { clock });
  return {
    ...content,
    ...state,
    listedAt: state.effectiveAt,
    bodyFormat: 'markdown',
    categoryId: category?.id ?? null,
    renderVersion: RENDER_VERSION,
    bodyHtml: rendered.html,
    bodyText: rendered.text,
    excerpt: rendered.excerpt,
  };
}

async function writeTags(
  trx: Transaction<Tables>,
  {
    clock,
    serviceId,
    postId,
    listedAt,
    labels,
  }: { clock: Clock; serviceId: string; postId: string; listedAt: string | null; labels: readonly string[] },
): Promise<void> {
  const tags = await ensureTags(trx, { clock }, serviceId, labels);
  await replaceTagsOfPost(trx, { serviceId, postId, listedAt }, tags);
}
