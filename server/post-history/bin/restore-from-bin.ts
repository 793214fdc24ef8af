import { messages } from '#contract/errors.ts';
import type { MissingPart, RestoredPost } from '#contract/post-history.ts';
import type { BodyFormat, PostStatus } from '#contract/posts.ts';
import { raiseServiceRevision } from '../../database/service-revision.ts';
import type { PostRow, Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { takeUsesFromBin } from '../../media-uses/index.ts';
import { toInstant } from '../../platform/clock.ts';
import { afterSave } from '../../post-editing/after-save.ts';
import { type PostSource, restoreSources } from '../../post-editing/import-source.repository.ts';
import { rejectTakenSlug, toDerivedColumns } from '../../post-editing/imported-post.ts';
import type { SaveTools } from '../../post-editing/save-post.ts';
import type { ChangedPost, WriteTools } from '../../post-editing/write-post.ts';
import { presentToEditors } from '../../posts/post.presenter.ts';
import { findPostVersion, insertPost, toAttachedFiles, type WholePost } from '../../posts/post.repository.ts';
import { currentState, type PostState } from '../../posts/post-state.ts';
import { renewedPreview } from '../../posts/preview-token.ts';
import { MAX_REDIRECTS } from '../../posts/slugs/slug-redirect.repository.ts';
import { RENDER_VERSION, type Renderer } from '../../rendering/index.ts';
import { replaceTagsOfPost } from '../../tags/index.ts';
import { restoreCategory, restoreFiles, restoreTags } from '../restore-references.ts';
import {
  type BinnedContent,
  deleteBinnedPost,
  findBinnedPost,
  restoreGroups,
  restoreRedirects,
} from './bin.repository.ts';

export interface BinRestore extends Omit<ChangedPost, 'revision'> {
  readonly slug: string | undefined;
}

/**
 * Reports parts that no longer exist as `missing`.
 * @throws {HttpError} when the post is not in the bin, or another post uses its slug
 */
export async function restoreFromBin(
  { renderer, ...tools }: SaveTools,
  { serviceId, postId, actor, slug }: BinRestore,
): Promise<RestoredPost> {
  const seen = await findBinnedPost(tools.database.reader, { serviceId, postId });
  if (!seen) throw notFound();
  const derived = await rerenderIfOutdated(renderer, seen.content.row);
  return writeTransaction(tools.database.writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    const { post, missing } = await restoreBinnedPost(trx, tools, { serviceId, postId, actor, slug, derived });
    const showing = { now: toInstant(tools.clock.now()), mediaUrl: tools.mediaUrl };
    return { post: await presentToEditors(trx, post, showing), missing };
  });
}

interface BinnedRestore extends BinRestore {
  readonly derived: Partial<PostRow> | undefined;
  /** Undefined restores any revision. */
  readonly revision?: number;
  readonly isIndexedLater?: boolean | undefined;
}

/**
 * Call after `raiseServiceRevision`. Checks before the first write, so that a rejected post stays in the bin.
 * @throws {HttpError} when the post is not in the bin, has another revision, or another post uses its slug
 */
export async function restoreBinnedPost(
  trx: Transaction,
  tools: Omit<WriteTools, 'database'>,
  { serviceId, postId, actor, slug, derived, revision, isIndexedLater }: BinnedRestore,
): Promise<{ post: WholePost; missing: MissingPart[] }> {
  const found = await findBinnedPost(trx, { serviceId, postId });
  if (!found) throw notFound();
  const { row } = found.content;
  if (revision !== undefined && row.revision !== revision) throw conflict(messages.staleRevision);
  // Another request may have restored it in the meantime.
  if (await findPostVersion(trx, serviceId, postId)) throw notFound();
  await rejectTakenSlug(trx, serviceId, slug ?? row.slug);
  if (!(await deleteBinnedPost(trx, { serviceId, postId }))) throw notFound();
  const content = { ...found.content, row: { ...row, ...derived, slug: slug ?? row.slug } };
  return insertRestored(trx, tools, { content, formerSlug: row.slug, actor, isIndexedLater });
}

export async function rerenderIfOutdated(renderer: Renderer, row: PostRow): Promise<Partial<PostRow> | undefined> {
  if (row.renderVersion === RENDER_VERSION) return undefined;
  const { body, bodyFormat, language } = row;
  return toDerivedColumns(await renderer.render({ body, bodyFormat: bodyFormat as BodyFormat, language }));
}

async function insertRestored(
  trx: Transaction,
  { clock, content: bounds }: Omit<WriteTools, 'database'>,
  {
    content: { row, categorySlug, ...rest },
    formerSlug,
    ...save
  }: { readonly content: BinnedContent; readonly formerSlug: string } & Pick<BinnedRestore, 'actor' | 'isIndexedLater'>,
): Promise<{ post: WholePost; missing: MissingPart[] }> {
  const { serviceId, postId, status } = row;
  const isEdited = formerSlug !== row.slug;
  const now = toInstant(clock.now());
  const state = stateAfterBin(row, now);
  const listedAt = row.isHiddenInList ? null : state.effectiveAt;
  const restoredParts = [
    await restoreCategory(trx, serviceId, { id: row.categoryId, slug: categorySlug }),
    await restoreFiles(trx, serviceId, toAttachedFiles(row)),
  ];
  const columns = Object.assign({}, ...restoredParts.map((part) => part.columns));
  const preview = renewedPreview(row, state.status, { clock, content: bounds });
  // Keeps the update time unless the slug changes, because deleting and restoring is no edit for readers.
  const written = { revision: row.revision + 1, ...(isEdited && { updatedAt: now, updatedBy: save.actor }) };
  await insertPost(trx, { ...row, ...columns, ...state, ...preview, ...written, listedAt });
  const tags = await restoreTags(trx, { clock, serviceId }, rest.tags);
  if (tags.length > 0) await replaceTagsOfPost(trx, { serviceId, postId, listedAt }, tags);
  const lostGroups = await restoreGroups(trx, { serviceId, postId }, rest.groups);
  const sources = isEdited ? rest.sources : sourcesOfRestored(rest.sources, row.revision);
  await restoreSources(trx, { serviceId, postId }, sources);
  const { maxRevisions } = bounds.history;
  await takeUsesFromBin(trx, { serviceId, postId });
  const post = await afterSave(trx, { serviceId, postId }, { ...save, clock, kind: 'restored', maxRevisions });
  const leftSlug = status === 'draft' || !isEdited ? [] : [{ slug: formerSlug, createdAt: now }];
  const redirects = [...rest.redirects, ...leftSlug].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  await restoreRedirects(trx, { serviceId, postId }, redirects.slice(0, MAX_REDIRECTS));
  const missing = restoredParts.flatMap((part) => part.missing);
  return { post, missing: [...missing, ...lostGroups.map(({ slug }) => ({ field: 'groups' as const, value: slug }))] };
}

/** Keeps unedited posts in sync with their files: restoring raises the revision but is no edit. */
function sourcesOfRestored(sources: readonly PostSource[], revision: number): PostSource[] {
  const isAsImported = ({ postRevision }: PostSource) => postRevision === revision;
  return sources.map((source) => (isAsImported(source) ? { ...source, postRevision: revision + 1 } : source));
}

/** Unpublishes posts whose time passed in the bin, so that restoring does not publish anything. */
function stateAfterBin({ status, publishAt, effectiveAt }: PostRow, now: string): PostState {
  const stored = { status: status as PostStatus, publishAt, effectiveAt };
  const isDue = stored.status !== currentState(stored, now).status;
  return isDue ? { status: 'unpublished', publishAt, effectiveAt: null } : stored;
}
