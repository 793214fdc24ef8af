import { type AdminComment, adminCommentApi, type CommentedPost } from '#contract/admin-comments.ts';
import type { Call } from '#contract/api-client.ts';
import { type CommentView, toCommentQuery } from './comment-view.ts';

/** The comments of a service, or of one of its contents. */
export interface CommentPlace {
  readonly serviceId: string;
  readonly contentId?: string | undefined;
}

export interface FoundComments {
  readonly comments: readonly AdminComment[];
  /** Those of the comments' posts that there are. */
  readonly posts: readonly CommentedPost[];
  /** Where the next page begins, if there is one. */
  readonly nextToken: string | undefined;
}

const PAGE = 20;

/** Pages in a row that may hold nothing before somebody is asked whether to go on. */
const MAX_EMPTY = 5;

/** A page of comments. A search among many may answer with an empty page and more after it: those are passed. */
export async function findComments(
  call: Call,
  place: CommentPlace,
  view: CommentView,
  pageToken?: string,
): Promise<FoundComments> {
  let nextToken = pageToken;
  for (let asked = 0; ; asked += 1) {
    const page = await askFor(call, place, { ...toCommentQuery(view), count: PAGE, pageToken: nextToken });
    nextToken = page.pageToken ?? undefined;
    if (page.items.length > 0 || nextToken === undefined || asked === MAX_EMPTY) {
      return { comments: page.items, posts: page.posts, nextToken };
    }
  }
}

function askFor(
  call: Call,
  { serviceId, contentId }: CommentPlace,
  query: ReturnType<typeof toCommentQuery> & { readonly count: number; readonly pageToken: string | undefined },
) {
  return contentId === undefined
    ? call(adminCommentApi.list, { params: { serviceId }, query })
    : call(adminCommentApi.listOfContent, { params: { serviceId, contentId }, query });
}
