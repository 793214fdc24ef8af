import type { Transaction } from 'kysely';
import { raiseRevisionOfPosts, raiseServiceRevision } from '../database/service-revision.ts';
import type { Tables } from '../database/tables.ts';
import { isForReaders } from './post-state.ts';
import type { WholePost } from './stored-post.ts';

interface PostChange {
  /** Undefined for a new post. */
  readonly former: WholePost | undefined;
  readonly post: WholePost;
  readonly isRetagged: boolean;
}

/**
 * Fields that the pages of other posts and comment threads depend on: links to neighbors and posts of a group, menus
 * of used tags, and the thread that the post shows.
 */
const SHARED_FIELDS = ['slug', 'title', 'status', 'effectiveAt', 'isHiddenInList', 'contentId'] as const;

/**
 * Drops the cached responses that a save of one post changes. Creating tags and changing groups drop more on their own.
 */
export async function dropChangedResponses(trx: Transaction<Tables>, change: PostChange): Promise<void> {
  const { post } = change;
  if (!isSeen(change)) return;
  if (isOwnPageOnly(change)) await raiseRevisionOfPosts(trx, post.serviceId, [post.slug]);
  else await raiseServiceRevision(trx, post.serviceId);
}

/** Scheduled posts count as seen. A draft can take the thread of another content ID, which hides the comments. */
function isSeen({ former, post }: PostChange): boolean {
  const isPublic = isForReaders(post.status) || (former !== undefined && isForReaders(former.status));
  return isPublic || post.contentId !== (former?.contentId ?? post.postId);
}

function isOwnPageOnly({ former, post, isRetagged }: PostChange): boolean {
  return former !== undefined && !isRetagged && SHARED_FIELDS.every((field) => former[field] === post[field]);
}
