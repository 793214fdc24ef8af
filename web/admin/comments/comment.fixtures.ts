import {
  type AdminComment,
  adminCommentApi,
  type CommentAction,
  type CommentedPost,
} from '#contract/admin-comments.ts';
import { type ListedContent, serviceContentApi } from '#contract/service-contents.ts';
import { type FakeApi, httpError } from '#testing/fake-api.ts';

export const CONTENT_ID = '01m8000000000000000000000p';

export function adminComment(end: string, comment: Partial<AdminComment> = {}): AdminComment {
  return {
    commentId: commentIdOf(end),
    serviceId: 'news',
    contentId: CONTENT_ID,
    body: 'What fine paper',
    profiles: { nickname: 'Hanako' },
    publishStatus: 'unconfirm',
    statusCreatedAt: 'unconfirm#2026-11-03T12:00:00Z',
    serviceIdContentId: `news#${CONTENT_ID}`,
    createdAt: '2026-11-03T12:00:00Z',
    updatedAt: null,
    heldFor: null,
    ...{ replyTo: null, isSpam: false },
    authorKind: 'guest',
    authorName: null,
    addressMark: null,
    deletedAt: null,
    deletedBy: null,
    ...comment,
  };
}

function commentIdOf(end: string): string {
  return end.padStart(26, '01m80000000000000000000000');
}

export const paper: CommentedPost = {
  contentId: CONTENT_ID,
  postId: CONTENT_ID,
  slug: 'paper',
  title: 'On the making of paper',
  excerpt: 'Kozo and water.',
  status: 'published',
};

export function contentPage(contentIds: readonly string[], pageToken: string | null = null) {
  const items: ListedContent[] = contentIds.map((contentId) => ({
    serviceId: 'news',
    contentId,
    commentDefaultPublishStatus: 'publish',
    revision: 1,
  }));
  return { items, pagerKey: null, pageToken };
}

export function answerComments(api: FakeApi, given: readonly AdminComment[]): Map<string, AdminComment> {
  const comments = new Map(given.map((comment) => [comment.commentId, comment]));
  const all = () => [...comments.values()];
  const find = (commentId: string): AdminComment => {
    const comment = comments.get(commentId);
    if (!comment) throw httpError(404);
    return comment;
  };
  const change = (commentId: string, action: CommentAction): AdminComment => {
    const before = find(commentId);
    const after = changed(before, action);
    comments.set(commentId, after);
    return after;
  };
  const listed = (query: { isDeleted?: boolean; publishStatus?: string; q?: string | undefined } = {}) => {
    const { isDeleted = false, publishStatus = '', q = '' } = query;
    const items = all().filter(
      (each) =>
        (each.deletedAt !== null) === isDeleted &&
        (publishStatus === '' || each.publishStatus === publishStatus) &&
        each.body.toLowerCase().includes(q.toLowerCase()),
    );
    return { items, pagerKey: null, pageToken: null, posts: [paper] };
  };
  const countOf = (status: string) => all().filter((each) => segmentOf(each) === status).length;
  api
    .answer(adminCommentApi.list, ({ query }) => listed(query as Parameters<typeof listed>[0]))
    .answer(adminCommentApi.listOfContent, ({ query }) => listed(query as Parameters<typeof listed>[0]))
    .answer(adminCommentApi.counts, () => ({
      publish: countOf('publish'),
      unpublish: countOf('unpublish'),
      unconfirm: countOf('unconfirm'),
      deleted: countOf('deleted'),
    }))
    .answer(adminCommentApi.notice, { isWanted: false })
    .answer(adminCommentApi.find, ({ params }) => ({ ...find(params.commentId), address: null, userAgent: null }))
    .answer(adminCommentApi.changeStatus, ({ params, body }) => change(params.commentId, body.publishStatus))
    .answer(adminCommentApi.restore, ({ params }) => change(params.commentId, 'restore'))
    .answer(adminCommentApi.delete, ({ params }) => {
      change(params.commentId, 'delete');
      return null;
    })
    .answer(adminCommentApi.bulk, ({ body }) => {
      const before = body.commentIds.map(find);
      return { before, items: before.map(({ commentId }) => change(commentId, body.action)), edited: [] };
    })
    .answer(serviceContentApi.list, contentPage([]));
  return comments;
}

function changed(comment: AdminComment, action: CommentAction): AdminComment {
  if (action === 'delete' || action === 'spam')
    return { ...comment, deletedAt: '2026-11-04T12:00:00Z', deletedBy: 'hokusai', isSpam: action === 'spam' };
  if (action === 'restore') return { ...comment, deletedAt: null, deletedBy: null, isSpam: false };
  return { ...comment, publishStatus: action };
}

function segmentOf({ publishStatus, deletedAt }: AdminComment): string {
  return deletedAt === null ? publishStatus : 'deleted';
}
