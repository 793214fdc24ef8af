import { type AdminComment, adminCommentApi, type CommentedPost } from '#contract/admin-comments.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import type { Call } from '#contract/api-client.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { skipEmptyPages } from '../ui/search-params.ts';
import { type CommentView, readCommentView, toCommentQuery } from './comment-view.ts';

export type LoadedComments = Awaited<ReturnType<typeof loadComments>>;

export async function loadComments(request: Request, place: CommentPlace) {
  const { serviceId, contentId } = place;
  await requireService(request, serviceId);
  const view = readCommentView(new URL(request.url).searchParams);
  const call = screenCall(request);
  const params = { serviceId };
  const [service, contents, counts, first] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(serviceContentApi.list, { params, query: { count: 1 } }),
    call(adminCommentApi.counts, { params, query: { contentId } }),
    findComments(call, place, view),
  ]);
  return { place, service, hasContents: contents.items.length > 0, counts, view, first };
}

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
