import { IMPORT_ACTOR } from '#contract/account.ts';
import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';
import type { PostStatus } from '#contract/posts.ts';
import { findCategory, hasRoomForCategory, insertCategory } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import {
  createPost,
  findSource,
  findSourcePath,
  type PreparedPost,
  replacePost,
  saveSource,
} from '../post-editing/index.ts';
import { type ContentBounds, findPostIdBySlug, findPostVersion, saveSlugRedirect } from '../posts/index.ts';
import type { NamedCategory } from './derive-post.ts';
import type { ReadPost } from './read-markdown-file.ts';

const EDITED = 'edited in the console since the last import (--overwrite takes the file)';

export interface StoreOptions {
  readonly clock: Clock;
  readonly serviceId: string;
  readonly content: ContentBounds;
  readonly isOverwriting: boolean;
  readonly isIndexedLater?: boolean;
}

export type Decision = Outcome & {
  readonly formerStatus?: PostStatus | undefined;
};

type Outcome =
  | { readonly status: 'imported'; readonly postId?: string; readonly note?: string }
  | { readonly status: 'updated'; readonly postId: string; readonly revision: number; readonly note?: string }
  | { readonly status: 'unchanged' }
  | { readonly status: 'skipped'; readonly reason: string };

export async function decide(
  db: Db,
  { serviceId, isOverwriting }: Pick<StoreOptions, 'serviceId' | 'isOverwriting'>,
  { post, sourcePath, contentHash }: ReadPost,
): Promise<Decision> {
  const known = await findSource(db, serviceId, sourcePath);
  const { revision, status: formerStatus } = (known && (await findPostVersion(db, serviceId, known.postId))) ?? {};
  const isEdited = known !== undefined && revision !== undefined && revision > known.postRevision;
  if (known?.contentHash === contentHash && !(isEdited && isOverwriting)) return { status: 'unchanged', formerStatus };
  if (isEdited && !isOverwriting) return { status: 'skipped', reason: EDITED, formerStatus };
  await rejectSlugOfAnotherPost(db, serviceId, post.slug, known?.postId);
  return known === undefined || revision === undefined
    ? { status: 'imported' }
    : { status: 'updated', postId: known.postId, revision, formerStatus };
}

async function rejectSlugOfAnotherPost(
  db: Db,
  serviceId: string,
  slug: string,
  ownPostId: string | undefined,
): Promise<void> {
  const holder = await findPostIdBySlug(db, serviceId, slug);
  if (holder === undefined || holder === ownPostId) return;
  const source = await findSourcePath(db, serviceId, holder);
  const owner = source === undefined ? 'another post of the service' : `the post imported from ${source}`;
  throw badRequest(`the slug ${JSON.stringify(slug)} belongs to ${owner}`);
}

export type PreparedFilePost = Omit<PreparedPost, 'category'> & { readonly category: NamedCategory | undefined };

export async function storePost(
  trx: Transaction,
  options: StoreOptions,
  read: ReadPost,
  prepared: PreparedFilePost,
): Promise<Decision> {
  const { clock, serviceId, content, isIndexedLater = false } = options;
  const decision = await decide(trx, options, read);
  if (decision.status !== 'imported' && decision.status !== 'updated') return decision;
  const category = prepared.category && (await ensureCategory(trx, options, prepared.category));
  const post = { ...prepared, category };
  const by = { clock, serviceId, content, actor: IMPORT_ACTOR, isIndexedLater };
  const written =
    decision.status === 'imported'
      ? await createPost(trx, by, post)
      : await replacePost(trx, { ...by, postId: decision.postId }, post);
  if (decision.status === 'updated' && written.revision > decision.revision + 1) throw badRequest(EDITED);
  const importedAt = toInstant(clock.now());
  const { postId } = written;
  for (const slug of read.redirects) {
    if ((await findPostIdBySlug(trx, serviceId, slug)) !== undefined) continue;
    await saveSlugRedirect(trx, { serviceId, slug, postId, createdAt: importedAt });
  }
  await saveSource(trx, {
    serviceId,
    sourcePath: read.sourcePath,
    postId,
    contentHash: read.contentHash,
    postRevision: written.revision,
    importedAt,
  });
  const isOtherLabel = category !== undefined && category.label !== prepared.category?.label;
  const note = isOtherLabel ? { note: `the category keeps its label ${JSON.stringify(category.label)}` } : {};
  return { ...decision, postId, ...note };
}

async function ensureCategory(
  trx: Transaction,
  { clock, serviceId }: StoreOptions,
  { slug, label }: NamedCategory,
): Promise<Category> {
  const existing = await findCategory(trx, serviceId, slug);
  if (existing) return existing;
  if (!(await hasRoomForCategory(trx, serviceId)))
    throw badRequest('the service has reached the maximum number of categories');
  const parent = await findCategory(trx, serviceId, ROOT_CATEGORY);
  return insertCategory(trx, { serviceId, slug, label, parent, createdAt: toInstant(clock.now()) });
}
