import { type AdminComment, adminCommentApi, type CommentedPost } from '#contract/admin-comments.ts';
import type { Call } from '#contract/api-client.ts';
import { skipEmptyPages } from '../ui/skip-empty-pages.ts';
import { type CommentView, toCommentQuery } from './comment-view.ts';

export interface CommentPlace {
  readonly serviceId: string;
  readonly contentId?: string | undefined;
}

export interface FoundComments {
  readonly comments: readonly AdminComment[];
  readonly posts: readonly CommentedPost[];
  readonly nextToken: string | undefined;
}

const PAGE = 20;

export async function findComments(
  call: Call,
  place: CommentPlace,
  view: CommentView,
  pageToken?: string,
): Promise<FoundComments> {
  const query = { ...toCommentQuery(view), count: PAGE };
  const page = await skipEmptyPages((token) => listComments(call, place, { ...query, pageToken: token }), pageToken);
  return { comments: page.items, posts: page.posts, nextToken: page.pageToken ?? undefined };
}

function listComments(
  call: Call,
  { serviceId, contentId }: CommentPlace,
  query: ReturnType<typeof toCommentQuery> & { readonly count: number; readonly pageToken: string | undefined },
) {
  return contentId === undefined
    ? call(adminCommentApi.list, { params: { serviceId }, query })
    : call(adminCommentApi.listOfContent, { params: { serviceId, contentId }, query });
}
