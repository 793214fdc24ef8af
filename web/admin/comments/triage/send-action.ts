import { type AdminComment, adminCommentApi, type CommentAction, MAX_BULK_COMMENTS } from '#contract/admin-comments.ts';
import { ApiError, type Call } from '#contract/api-client.ts';

/** Does the same with all of the comments. Answers with those that were changed by it, as they are then. */
export async function sendAction(
  call: Call,
  serviceId: string,
  comments: readonly AdminComment[],
  action: CommentAction,
): Promise<readonly AdminComment[]> {
  const [comment] = comments;
  if (comments.length === 1 && comment !== undefined) return [await sendOne(call, serviceId, comment, action)];
  const changed: AdminComment[] = [];
  for (let from = 0; from < comments.length; from += MAX_BULK_COMMENTS) {
    const commentIds = comments.slice(from, from + MAX_BULK_COMMENTS).map(({ commentId }) => commentId);
    const { items } = await call(adminCommentApi.bulk, { params: { serviceId }, body: { commentIds, action } });
    changed.push(...items);
  }
  return changed;
}

async function sendOne(
  call: Call,
  serviceId: string,
  comment: AdminComment,
  action: CommentAction,
): Promise<AdminComment> {
  const params = { serviceId, commentId: comment.commentId };
  if (action === 'restore') return await call(adminCommentApi.restore, { params });
  if (action !== 'delete') {
    return await call(adminCommentApi.changeStatus, { params, body: { publishStatus: action } });
  }
  await call(adminCommentApi.delete, { params });
  return comment;
}

interface Reversal {
  readonly action: CommentAction;
  readonly comments: readonly AdminComment[];
}

/** What takes something back: each comment gets the state that it had. */
export function reversalsOf({
  action,
  before,
}: {
  readonly action: CommentAction;
  readonly before: readonly AdminComment[];
}): readonly Reversal[] {
  if (before.length === 0) return [];
  if (action === 'delete') return [{ action: 'restore', comments: before }];
  if (action === 'restore') return [{ action: 'delete', comments: before }];
  const groups = Map.groupBy(before, ({ publishStatus }) => publishStatus);
  return [...groups].map(([status, comments]) => ({ action: status, comments }));
}

/** Whether a call was refused because somebody else has changed the comment since it was shown. */
export function isRefusedByChange(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409].includes(error.status);
}
