import type { AdminPost } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import type { RevisionKind } from '#contract/post-history.ts';
import type { Tag } from '#contract/tags.ts';
import type { Database } from '../database/connect.ts';
import { holdService, raiseServiceRevision } from '../database/service-revision.ts';
import type { PostRow, Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { conflict } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { recordFormer } from '../post-history/record-revision.ts';
import { deleteRevisionsUpTo } from '../post-history/revision.repository.ts';
import type { ContentBounds } from '../posts/content-bounds.ts';
import { presentToEditors } from '../posts/post.presenter.ts';
import { getPost, type PostChange, updatePostRow, updatePreview, type WholePost } from '../posts/post.repository.ts';
import {
  changeState,
  changeStatus,
  currentState,
  type PostSchedule,
  type PostState,
  type StatusWord,
  toState,
} from '../posts/post-state.ts';
import { renewedPreview } from '../posts/preview-token.ts';
import { dropChangedResponses } from '../posts/visible-change.ts';
import { markStaticFiles } from '../publishing/static-files/static-file.repository.ts';
import { ensureTags, listTagsOfPost, replaceTagsOfPost, updateListedAtOfTags } from '../tags/index.ts';
import { afterSave } from './after-save.ts';
import {
  type PreparedPost,
  rejectTakenSlug,
  toColumns,
  toDerivedColumns,
  type WriteOptions,
  type WrittenPost,
} from './imported-post.ts';
import { changedTags, hasOtherSource, toStoredLinks } from './read-post-input.ts';

export interface WriteTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly content: ContentBounds;
}

export interface PresentTools extends WriteTools {
  readonly mediaUrl: string;
}

export interface ChangedPost {
  readonly serviceId: string;
  readonly postId: string;
  readonly actor: string;
  /** Undefined skips conflict detection. */
  readonly revision: number | undefined;
}

/** Columns to store. Undefined and equal values are not changes. */
export interface Change {
  readonly columns: { readonly [Column in keyof PostChange]: PostChange[Column] | undefined };
  /** Undefined keeps the tags. */
  readonly tags?: readonly Tag[] | undefined;
  readonly kind?: RevisionKind | undefined;
  /** Runs last in the transaction, even when nothing changed. */
  readonly finish?: ((post: WholePost) => Promise<void>) | undefined;
}

/**
 * The revision stays when nothing changes. `decide` may run several times, because PostgreSQL may abort and retry the
 * transaction.
 * @throws {HttpError} when the post does not exist, or was saved since `revision`
 */
export async function changePost(
  tools: PresentTools,
  { serviceId, postId, actor, revision }: ChangedPost,
  decide: Decide,
): Promise<AdminPost> {
  return writeTransaction(tools.database.writer, async (trx) => {
    await holdService(trx, serviceId);
    const showing = { now: toInstant(tools.clock.now()), mediaUrl: tools.mediaUrl };
    const post = await getPost(trx, serviceId, postId);
    if (revision !== undefined && revision !== post.revision) {
      throw conflict(messages.staleRevision, { current: await presentToEditors(trx, post, showing) });
    }
    let formerTags: readonly Tag[] | undefined;
    const changed = await changePostIn(trx, tools, { post, actor }, async (...given) => {
      const change = await decide(...given);
      formerTags = change.tags && (await listTagsOfPost(trx, serviceId, postId));
      return change;
    });
    if (changed.revision !== post.revision) {
      await dropChangedResponses(trx, { former: post, post: changed, formerTags, now: showing.now });
    }
    return presentToEditors(trx, changed, showing);
  });
}

export type Decide = (trx: Transaction, post: WholePost, now: string) => Promise<Change>;

/** Call with a post that was read in this transaction, after it locked the service. */
export async function changePostIn(
  trx: Transaction,
  tools: Omit<WriteTools, 'database'>,
  { post, actor }: { readonly post: WholePost; readonly actor: string },
  decide: Decide,
): Promise<WholePost> {
  const change = await decide(trx, post, toInstant(tools.clock.now()));
  const changed = await applyChange(trx, tools, { post, actor }, change);
  await change.finish?.(changed);
  return changed;
}

async function applyChange(
  trx: Transaction,
  { clock, content }: Omit<WriteTools, 'database'>,
  { post, actor }: { readonly post: WholePost; readonly actor: string },
  { columns, tags, kind = 'saved' }: Change,
): Promise<WholePost> {
  const { serviceId, postId } = post;
  const now = toInstant(clock.now());
  const changed = differences(toStored(post, now), columns);
  const preview = renewedPreview(post, changed.status ?? post.status, { clock, content });
  if (!tags && Object.keys(changed).length === 0) {
    if (preview) await updatePreview(trx, { serviceId, postId }, preview);
    // Saving without changes still rewrites the static file, which repairs a lost one.
    await markStaticFiles(trx, { serviceId, postId, now }, [post.slug]);
    return { ...post, ...preview };
  }
  // The first save of a new draft replaces what autosave wrote.
  const isCreated = kind === 'created';
  await (isCreated ? deleteRevisionsUpTo(trx, post) : recordFormer(trx, post));
  await store(trx, post, { columns: { ...changed, ...preview }, tags }, { actor, now, isCreated });
  const { maxRevisions } = content.history;
  const isRetagged = tags !== undefined;
  return afterSave(trx, post, { clock, actor, kind, former: post, isRetagged, maxRevisions });
}

export async function changePostStatus(
  tools: PresentTools,
  changed: ChangedPost,
  status: StatusWord,
): Promise<AdminPost> {
  return changePost(tools, changed, async (_trx, post, now) => ({
    columns: changeStatus(post, status, now),
    kind: 'status',
  }));
}

async function store(
  trx: Transaction,
  post: WholePost,
  { columns, tags }: { columns: PostChange; tags: readonly Tag[] | undefined },
  { actor, now, isCreated }: { actor: string; now: string; isCreated: boolean },
): Promise<void> {
  const { serviceId, postId } = post;
  // Stores a reserved post whose time has come as published.
  const { status, publishAt, effectiveAt, isHiddenInList } = { ...toStored(post, now), ...columns };
  const listedAt = isHiddenInList ? null : effectiveAt;
  const state = { status, publishAt, effectiveAt, listedAt };
  const isOtherText = columns.title !== undefined || columns.body !== undefined;
  const written = isCreated ? {} : { updatedAt: now, updatedBy: actor, ...(isOtherText && { textUpdatedAt: now }) };
  await updatePostRow(trx, { serviceId, postId }, { ...columns, ...state, ...written });
  if (tags) {
    await replaceTagsOfPost(trx, { serviceId, postId, listedAt }, tags);
  } else await updateListedAtOfTags(trx, { serviceId, postId, listedAt });
}

type StoredColumns = Omit<PostRow, 'listedAt' | 'renderVersion'>;

function toStored(post: WholePost, now: string): StoredColumns {
  return {
    ...post,
    ...currentState(post, now),
    isHiddenInList: Number(post.isHiddenInList),
    thumbnail: post.thumbnail && JSON.stringify(post.thumbnail),
    images: JSON.stringify(post.images),
    files: JSON.stringify(post.files),
    links: toStoredLinks(post.links),
    headings: JSON.stringify(post.headings),
  };
}

function differences(stored: StoredColumns, requested: Change['columns']): PostChange {
  const columns = Object.entries(requested).filter(
    ([name, value]) => value !== undefined && value !== stored[name as keyof StoredColumns],
  );
  return Object.fromEntries(columns);
}

/** Replaces the content of a post by an import. Id, creation, links, preview token and list visibility stay. */
export async function replacePost(
  trx: Transaction,
  { clock, serviceId, actor, content, postId }: WriteOptions & { readonly postId: string },
  post: PreparedPost,
): Promise<WrittenPost> {
  await raiseServiceRevision(trx, serviceId);
  await rejectTakenSlug(trx, serviceId, post.slug, postId);
  const stored = await getPost(trx, serviceId, postId);
  const columns = { ...toColumns(post), ...stateAfter(stored, post, clock) };
  return changePostIn(trx, { clock, content }, { post: stored, actor }, async () => ({
    columns: { ...columns, ...(hasOtherSource(stored, columns) && toDerivedColumns(post.rendered)) },
    tags: await changedTags(trx, stored, await ensureTags(trx, { clock }, serviceId, post.tags)),
  }));
}

/** Unpublishes a published post instead of making it a draft, so that its redirects stay. */
function stateAfter(stored: PostState, { status, publishAt }: PostSchedule, clock: Clock): PostState {
  if (status === 'published' || stored.status === 'draft') return toState({ status, publishAt }, { clock });
  const at = publishAt && toInstant(publishAt);
  return changeState(stored, { status: 'unpublish', publishAt: at }, toInstant(clock.now()));
}
