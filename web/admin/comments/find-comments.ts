import { type AdminComment, adminCommentApi, type CommentedPost } from '#contract/admin-comments.ts';
import type { Call } from '#contract/api-client.ts';
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

/** Maximum consecutive empty pages before the user is asked to continue. */
const MAX_EMPTY = 5;

/** A search may return empty pages with a cursor; these are skipped. */
export async function findComments(
  call: Call,
  place: CommentPlace,
  view: CommentView,
  pageToken?: string,
): Promise<FoundComments> {
  let nextToken = pageToken;
  for (let requests = 0; ; requests += 1) {
    const page = await askFor(call, place, { ...toCommentQuery(view), count: PAGE, pageToken: nextToken });
    nextToken = page.pageToken ?? undefined;
    if (page.items.length > 0 || nextToken === undefined || requests === MAX_EMPTY) {
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
