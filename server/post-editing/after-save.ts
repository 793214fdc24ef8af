import type { RevisionKind } from '#contract/post-history.ts';
import type { Transaction } from '../database/tables.ts';
import { noteHistoryUses, replaceFileUses, usedFileIds, usedFiles } from '../media-uses/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { recordRevision } from '../post-history/record-revision.ts';
import { indexPost } from '../post-search/index.ts';
import { findPost, type WholePost } from '../posts/post.repository.ts';
import { deleteSlugRedirect, saveSlugRedirect } from '../posts/slugs/slug-redirect.repository.ts';
import { recordChangeEvents } from '../publishing/post-events.ts';
import { markStaticFiles } from '../publishing/static-files/static-file.repository.ts';
import { followSavedPost } from '../translations/follow-post.ts';

export interface Save {
  readonly clock: Clock;
  readonly actor: string;
  readonly kind: RevisionKind;
  readonly former?: WholePost | undefined;
  readonly isRetagged?: boolean;
  /** Undefined leaves surplus revisions to `prunePosts`. */
  readonly maxRevisions?: number | undefined;
  readonly isIndexedLater?: boolean | undefined;
}

interface SavedPost extends Save {
  readonly post: WholePost;
  readonly now: string;
}

type AfterSaveStep = (trx: Transaction, saved: SavedPost) => Promise<unknown>;

/** Run in this order in the transaction of every change of a post. */
const STEPS: readonly AfterSaveStep[] = [
  updateSearchIndex,
  updateFileUses,
  addRevision,
  updateRedirects,
  updateTranslations,
  markStaticFile,
  recordEvents,
];

export async function afterSave(
  trx: Transaction,
  { serviceId, postId }: Pick<WholePost, 'serviceId' | 'postId'>,
  save: Save,
): Promise<WholePost> {
  const post = await findPost(trx, serviceId, { postId });
  if (!post) throw new Error(`The post ${postId} was deleted during its own write`);
  const saved = { ...save, post, now: toInstant(save.clock.now()) };
  for (const step of STEPS) await step(trx, saved);
  return post;
}

async function updateSearchIndex(trx: Transaction, { post, former, isRetagged, isIndexedLater }: SavedPost) {
  if (!isIndexedLater) await indexPost(trx, post, isRetagged ? undefined : former);
}

async function updateFileUses(trx: Transaction, { post, former }: SavedPost) {
  await replaceFileUses(trx, post, usedFiles(post.serviceId, post));
  if (former) await noteHistoryUses(trx, former, usedFileIds(post.serviceId, former));
}

async function addRevision(trx: Transaction, { post, kind, actor, now, maxRevisions }: SavedPost) {
  await recordRevision(trx, post, { kind, savedAt: now, savedBy: actor, maxRevisions });
}

/** Drafts leave no redirect, because their address was never public. */
async function updateRedirects(trx: Transaction, { post, former, now }: SavedPost) {
  const { serviceId, postId, slug } = post;
  if (former?.slug === slug) return;
  await deleteSlugRedirect(trx, serviceId, slug);
  if (!former || former.status === 'draft') return;
  await saveSlugRedirect(trx, { serviceId, slug: former.slug, postId, createdAt: now });
}

/** New posts are in no set. */
async function updateTranslations(trx: Transaction, { post, former, kind }: SavedPost) {
  if (kind !== 'created') await followSavedPost(trx, { post, former });
}

async function markStaticFile(trx: Transaction, { post, former, now }: SavedPost) {
  const { serviceId, postId, slug } = post;
  await markStaticFiles(trx, { serviceId, postId, now }, former ? [slug, former.slug] : [slug]);
}

async function recordEvents(trx: Transaction, { clock, post, former, isRetagged = false }: SavedPost) {
  await recordChangeEvents(trx, { clock, serviceId: post.serviceId }, { former, post, isRetagged });
}
