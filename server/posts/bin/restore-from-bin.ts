import type { Transaction } from 'kysely';
import type { MissingPart, RestoredPost } from '#contract/post-history.ts';
import type { BodyFormat, PostFile, PostStatus } from '#contract/posts.ts';
import type { Tag } from '#contract/tags.ts';
import type { PostRow, Tables } from '../../database/tables.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { ensureTags, listTagsById } from '../../tags/index.ts';
import { presentToEditors } from '../admin-post.presenter.ts';
import type { WriteTools } from '../change-post.ts';
import { keepFiles } from '../history/keep-files.ts';
import { findPost, insertPost, replaceTagsOfPost } from '../post.repository.ts';
import { currentState, type PostState } from '../post-state.ts';
import { renewedPreview } from '../preview/preview-token.ts';
import { RENDER_VERSION } from '../rendering/rendered.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { SaveTools } from '../save-post.ts';
import type { WholePost } from '../stored-post.ts';
import { beginWrite, finishWrite, refuseTakenSlug, toDerivedColumns } from '../write-post.ts';
import {
  type BinnedContent,
  findBinnedPost,
  findCategoryAgain,
  restoreGroups,
  restoreRedirects,
  restoreSources,
  takeBinnedPost,
} from './bin.repository.ts';

export interface WantedBack {
  readonly serviceId: string;
  readonly postId: string;
  readonly actor: string;
  /** In place of its own. */
  readonly slug: string | undefined;
}

/**
 * Brings a deleted post back under its id, as it was; what is gone by now is named.
 * @throws {Refusal} when it is not in the bin, or another post has its slug.
 */
export async function restoreFromBin(
  { renderer, ...tools }: SaveTools,
  { serviceId, postId, actor, slug }: WantedBack,
): Promise<RestoredPost> {
  const seen = await findBinnedPost(tools.database.reader, { serviceId, postId });
  if (!seen) throw notFound();
  const derived = await renewedDerived(renderer, seen.content.row);
  return tools.database.writer.transaction().execute(async (trx) => {
    await beginWrite(trx, serviceId);
    const binned = await takeBinnedPost(trx, { serviceId, postId });
    // Whoever brought it back in the same moment, or in another way, has it already.
    if (!binned || (await findPost(trx, serviceId, { postId }))) throw notFound();
    const { row } = binned.content;
    await refuseTakenSlug(trx, serviceId, slug ?? row.slug);
    const content = { ...binned.content, row: { ...row, ...derived, slug: slug ?? row.slug } };
    const { post, missing } = await bringBack(trx, tools, { content, formerSlug: row.slug, actor });
    return { post: await presentToEditors(trx, post, toInstant(tools.clock.now())), missing };
  });
}

/** Derived texts that an older pipeline made are made again, before readers see them. */
async function renewedDerived(renderer: Renderer, row: PostRow) {
  if (row.renderVersion === RENDER_VERSION) return undefined;
  const { body, bodyFormat } = row;
  return toDerivedColumns(await renderer.render({ body, bodyFormat: bodyFormat as BodyFormat }));
}

async function bringBack(
  trx: Transaction<Tables>,
  { clock, content: bounds }: Omit<WriteTools, 'database'>,
  {
    content: { row, categorySlug, ...rest },
    formerSlug,
    actor,
  }: { readonly content: BinnedContent; readonly formerSlug: string; readonly actor: string },
): Promise<{ post: WholePost; missing: MissingPart[] }> {
  const { serviceId, postId, status } = row;
  const now = toInstant(clock.now());
  const state = stateAfterBin(row, now);
  const listedAt = row.isHiddenInList ? null : state.effectiveAt;
  const kept = [await keepCategory(trx, { ...row, categorySlug }), await keepHeldFiles(trx, row)];
  const columns = Object.assign({}, ...kept.map((part) => part.columns));
  const preview = renewedPreview(row, state.status, { clock, content: bounds });
  const written = { revision: row.revision + 1, updatedAt: now, updatedBy: actor };
  await insertPost(trx, { ...row, ...columns, ...state, ...preview, ...written, listedAt });
  await replaceTagsOfPost(trx, { serviceId, postId, listedAt }, await tagsAgain(trx, { clock, serviceId }, rest.tags));
  const lostGroups = await restoreGroups(trx, { serviceId, postId }, rest.groups);
  await restoreSources(trx, { serviceId, postId }, rest.sources);
  const { maxRevisions } = bounds.history;
  const post = await finishWrite(trx, { clock, serviceId, actor, postId, kind: 'restored', maxRevisions });
  const leftSlug = status === 'draft' || formerSlug === row.slug ? [] : [{ slug: formerSlug, createdAt: now }];
  await restoreRedirects(trx, { serviceId, postId }, [...rest.redirects, ...leftSlug]);
  const missing = kept.flatMap((part) => part.missing);
  return { post, missing: [...missing, ...lostGroups.map(({ slug }) => ({ field: 'groups' as const, value: slug }))] };
}

/** A post whose time came while it was in the bin is for its editors to publish. */
function stateAfterBin({ status, publishAt, effectiveAt }: PostRow, now: string): PostState {
  const stored = { status: status as PostStatus, publishAt, effectiveAt };
  const isPassed = stored.status !== currentState(stored, now).status;
  return isPassed ? { status: 'unpublished', publishAt, effectiveAt: null } : stored;
}

interface Kept {
  readonly columns: Partial<PostRow>;
  readonly missing: MissingPart[];
}

async function keepCategory(
  trx: Transaction<Tables>,
  { serviceId, categoryId, categorySlug: slug }: PostRow & Pick<BinnedContent, 'categorySlug'>,
): Promise<Kept> {
  const found = categoryId === null ? undefined : await findCategoryAgain(trx, { serviceId, id: categoryId, slug });
  const isGone = slug !== null && !found;
  return { columns: { categoryId: found?.id ?? null }, missing: isGone ? [{ field: 'category', value: slug }] : [] };
}

async function keepHeldFiles(trx: Transaction<Tables>, row: PostRow): Promise<Kept> {
  return keepFiles(trx, row.serviceId, {
    thumbnail: row.thumbnail === null ? null : (JSON.parse(row.thumbnail) as PostFile),
    images: JSON.parse(row.images) as PostFile[],
    files: JSON.parse(row.files) as PostFile[],
  });
}

/** Its tags under whatever names they have by now; those that are gone are made again. */
async function tagsAgain(
  trx: Transaction<Tables>,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  tags: BinnedContent['tags'],
): Promise<Tag[]> {
  const ids = tags.map(({ tagId }) => tagId);
  const known = await listTagsById(trx, serviceId, ids);
  const knownIds = new Set(known.map(({ tagId }) => tagId));
  const gone = tags.filter(({ tagId }) => !knownIds.has(tagId)).map(({ label }) => label);
  const made = await ensureTags(trx, { clock }, serviceId, gone);
  return [...new Map([...known, ...made].map((tag) => [tag.tagId, tag])).values()];
}
