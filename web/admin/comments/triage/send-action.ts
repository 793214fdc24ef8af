import { type AdminComment, adminCommentApi, type CommentAction, MAX_BULK_COMMENTS } from '#contract/admin-comments.ts';
import { ApiError, type Call } from '#contract/api-client.ts';

interface Outcome {
  readonly items: readonly AdminComment[];
  /** Comments left unchanged because their authors have edited them in the meantime. */
  readonly edited: readonly AdminComment[];
}

export async function sendAction(
  call: Call,
  serviceId: string,
  comments: readonly AdminComment[],
  action: CommentAction,
): Promise<Outcome> {
  const [comment] = comments;
  if (comments.length === 1 && comment !== undefined && action !== 'spam')
    return { items: [await sendOne(call, serviceId, comment, action)], edited: [] };
  const outcome = { items: [] as AdminComment[], edited: [] as AdminComment[] };
  for (let from = 0; from < comments.length; from += MAX_BULK_COMMENTS) {
    const some = comments.slice(from, from + MAX_BULK_COMMENTS);
    const commentIds = some.map(({ commentId }) => commentId);
    // Deleting and restoring do not depend on the text.
    const seenUpdatedAt = ['delete', 'spam', 'restore'].includes(action) ? undefined : seenVersionsOf(some);
    const body = { commentIds, action, seenUpdatedAt };
    const { items, edited } = await call(adminCommentApi.bulk, { params: { serviceId }, body });
    outcome.items.push(...items);
    outcome.edited.push(...edited);
  }
  return outcome;
}

function seenVersionsOf(comments: readonly AdminComment[]): Record<string, string | null> {
  return Object.fromEntries(comments.map(({ commentId, updatedAt }) => [commentId, updatedAt]));
}

async function sendOne(
  call: Call,
  serviceId: string,
  comment: AdminComment,
  action: Exclude<CommentAction, 'spam'>,
): Promise<AdminComment> {
  const params = { serviceId, commentId: comment.commentId };
  if (action === 'restore') return await call(adminCommentApi.restore, { params });
  if (action !== 'delete') {
    return await call(adminCommentApi.changeStatus, {
      params,
      body: { publishStatus: action, seenUpdatedAt: comment.updatedAt },
    });
  }
  await call(adminCommentApi.delete, { params });
  return comment;
}

interface Reversal {
  readonly action: CommentAction;
  readonly comments: readonly AdminComment[];
}

export function reversalsOf({
  action,
  before,
}: {
  readonly action: CommentAction;
  readonly before: readonly AdminComment[];
}): readonly Reversal[] {
  if (before.length === 0) return [];
  if (action === 'delete' || action === 'spam') return [{ action: 'restore', comments: before }];
  const groups = Map.groupBy(before, ({ publishStatus, isSpam }): CommentAction => {
    if (action === 'restore') return isSpam ? 'spam' : 'delete';
    return publishStatus;
  });
  return [...groups].map(([reversal, comments]) => ({ action: reversal, comments }));
}

export function isRejectedByChange(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409].includes(error.status);
}
