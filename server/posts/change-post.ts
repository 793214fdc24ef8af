import type { Transaction } from 'kysely';
import type { AdminPost } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import type { RevisionKind } from '#contract/post-history.ts';
import type { Tag } from '#contract/tags.ts';
import type { Database } from '../database/connect.ts';
import type { PostRow, Tables } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { presentToEditors } from './admin-post.presenter.ts';
import type { ContentBounds } from './content-bounds.ts';
import { getPost } from './find-post.ts';
import { recordFormer } from './history/record-revision.ts';
import { type PostChange, replaceTagsOfPost, updateListedAtOfTags, updatePostRow } from './post.repository.ts';
import { changeStatus, currentState, type StatusWord } from './post-state.ts';
import { updatePreview } from './preview/preview.repository.ts';
import { renewedPreview } from './preview/preview-token.ts';
import { toStoredLinks } from './read-post-input.ts';
import { indexTags } from './search/index-posts.ts';
import { markStaticFiles } from './static-files/static-file.repository.ts';
import type { WholePost } from './stored-post.ts';
import { beginWrite, finishWrite } from './write-post.ts';

export interface WriteTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly content: ContentBounds;
}

/** The same for what answers with the post. */
export interface PresentTools extends WriteTools {
  /** The address that files have for readers, without a slash at the end. */
  readonly mediaUrl: string;
}

export interface ChangedPost {
  readonly serviceId: string;
  readonly postId: string;
  /** The user name that the change is recorded under. */
  readonly actor: string;
  /** The revision that the actor has seen; without it the change is made whatever was saved since. */
  readonly revision: number | undefined;
}

/** What is to be stored; whatever equals what is stored already is no change. */
export interface Change {
  readonly columns: { readonly [Column in keyof PostChange]: PostChange[Column] | undefined };
  /** All of the post's tags, if they differ. */
  readonly tags?: readonly Tag[] | undefined;
  /** What the history calls it, if it is no plain save. */
  readonly kind?: RevisionKind | undefined;
  /** Done in the end, also where nothing has changed, with the post as it is then. */
  readonly finish?: ((post: WholePost) => Promise<void>) | undefined;
}

/**
 * Makes a change in one transaction, of the post as it then is. Where there is nothing to change the post keeps its
 * revision. The change may be decided anew, if PostgreSQL ends the transaction in favour of another.
 * @throws {Refusal} when there is no such post, or when somebody has saved since.
 */
export async function changePost(
  tools: PresentTools,
  { serviceId, postId, actor, revision }: ChangedPost,
  decide: Decide,
): Promise<AdminPost> {
  return writeTransaction(tools.database.writer, async (trx) => {
    await beginWrite(trx, serviceId);
    const showing = { now: toInstant(tools.clock.now()), mediaUrl: tools.mediaUrl };
    const post = await getPost(trx, serviceId, postId);
    if (revision !== undefined && revision !== post.revision) {
      throw new Refusal(409, { message: messages.staleRevision, current: await presentToEditors(trx, post, showing) });
    }
    return presentToEditors(trx, await changePostIn(trx, tools, { post, actor }, decide), showing);
  });
}

export type Decide = (trx: Transaction<Tables>, post: WholePost, now: string) => Promise<Change>;

/** The same in a transaction that has begun its write, of a post that was read in it. Answers with the post as it is then. */
export async function changePostIn(
  trx: Transaction<Tables>,
  tools: Omit<WriteTools, 'database'>,
  { post, actor }: { readonly post: WholePost; readonly actor: string },
  decide: Decide,
): Promise<WholePost> {
  const change = await decide(trx, post, toInstant(tools.clock.now()));
  const changed = await make(trx, tools, { post, actor }, change);
  await change.finish?.(changed);
  return changed;
}

async function make(
  trx: Transaction<Tables>,
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
    // A save that changes nothing still makes the static file anew.
    await markStaticFiles(trx, { serviceId, postId, now }, [post.slug]);
    return { ...post, ...preview };
  }
  await recordFormer(trx, post);
  await store(trx, post, { columns: { ...changed, ...preview }, tags }, { actor, now });
  const { maxRevisions } = content.history;
  const isRetagged = tags !== undefined;
  return finishWrite(trx, { clock, serviceId, actor, postId, kind, former: post, isRetagged, maxRevisions });
}

/** Publishes a post or takes it back. */
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
  trx: Transaction<Tables>,
  post: WholePost,
  { columns, tags }: { columns: PostChange; tags: readonly Tag[] | undefined },
  { actor, now }: { actor: string; now: string },
): Promise<void> {
  const { serviceId, postId } = post;
  // What was reserved and has come is stored as published from here on.
  const { status, publishAt, effectiveAt, isHiddenInList } = { ...toStored(post, now), ...columns };
  const listedAt = isHiddenInList ? null : effectiveAt;
  const state = { status, publishAt, effectiveAt, listedAt };
  await updatePostRow(trx, { serviceId, postId }, { ...columns, ...state, updatedAt: now, updatedBy: actor });
  if (tags) {
    await indexTags(trx, post, tags);
    await replaceTagsOfPost(trx, { serviceId, postId, listedAt }, tags);
  } else await updateListedAtOfTags(trx, { serviceId, postId, listedAt });
}

type StoredColumns = Omit<PostRow, 'listedAt' | 'renderVersion' | 'searchNumber'>;

/** The post in the values of its columns, in the state that it is in by now. */
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

function differences(stored: StoredColumns, wanted: Change['columns']): PostChange {
  const columns = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== stored[name as keyof StoredColumns],
  );
  return Object.fromEntries(columns);
}
