import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { readCommentView } from './comment-view.ts';
import { type CommentPlace, findComments } from './find-comments.ts';

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
