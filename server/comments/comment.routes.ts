import { z } from 'zod';
import { CommentPagerKey, commentApi } from '#contract/comments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ContentId } from '#contract/posts.ts';
import type { Reader } from '../guests/index.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage, withStart } from '../http/pager.ts';
import { toInstant } from '../platform/clock.ts';
import { listHiddenContents } from '../posts/index.ts';
import { toOwnComment, toPublicComment } from './comment.presenter.ts';
import { type Comment, listCommentsOfReader, listPublishedComments } from './comment.repository.ts';
import { findCommentPlace, hasComments } from './comment-place.repository.ts';
import { type CommentTools, editableUntil, requesterOf } from './comment-tools.ts';
import { deleteOwnComment, editComment } from './edit-comment.ts';
import { postComment } from './post-comment.ts';
import { findCommentTotals, findThreadCounts, listThreads } from './thread.repository.ts';

const MAX_OWN = 50;

const CountPagerKey = z.object({ contentId: ContentId });

export function commentRoutes(api: Api, tools: CommentTools): void {
  const { isEnabledComment } = tools;
  const { reader: db } = tools.database;
  const shownToAuthor = (comment: Comment, reader: Reader) =>
    toOwnComment(comment, editableUntil(tools, comment, reader));
  const isShown = async (serviceId: string) => isEnabledComment && (await hasComments(db, serviceId));

  api.implement(commentApi.counts, async ({ params: { serviceId }, query: { count, ...pager } }) => {
    const after = readPager(CountPagerKey, pager)?.contentId;
    if (!(await isShown(serviceId))) return { items: [], pagerKey: null, pageToken: null, totalCount: 0 };
    const talks = await listThreads(db, serviceId, { after, limit: count + 1 });
    const { items, ...rest } = toPage(talks, count, ({ contentId }) => ({ contentId }));
    const { publish: totalCount } = await findCommentTotals(db, serviceId);
    const contentIds = items.map(({ contentId }) => contentId);
    const hidden = await listHiddenContents(db, { serviceId, contentIds, now: toInstant(tools.clock.now()) });
    const seen = items.filter(({ contentId }) => !hidden.has(contentId));
    const shown = seen.map(({ contentId, publishCount, updatedAt }) => ({
      ...{ serviceId, contentId, publishStatus: 'publish' as const },
      ...{ commentCount: publishCount, updatedAt },
    }));
    return { items: shown, ...rest, totalCount };
  });

  api.implement(commentApi.list, async ({ params, query }) => {
    const { count, order, untilTime, sinceTime } = query;
    const after = readPager(CommentPagerKey, query)?.commentId;
    const place = await findCommentPlace(db, { ...params, now: toInstant(tools.clock.now()) });
    const isRead = isEnabledComment && place.hasComments && !place.isHidden;
    const options = { ...params, order, after, since: sinceTime || undefined, until: untilTime || undefined };
    const comments = isRead ? await listPublishedComments(db, { ...options, limit: count + 1 }) : [];
    const published = isRead ? (await findThreadCounts(db, params.serviceId, params.contentId)).publish : 0;
    const { items, ...rest } = withStart(toPage(comments, count, keyOf), after, keyOf);
    const { isAccepted, startsAs, asksForWork } = place;
    const needsProof = asksForWork || tools.moderation.recaptcha !== undefined;
    const meta = { count: published, isOpen: isRead && isAccepted, startsAs, needsProof };
    return { items: items.map(toPublicComment), ...rest, meta } satisfies ResponseOf<typeof commentApi.list>;
  });

  api.implement(commentApi.own, async (request) => {
    const { reader, serviceId, contentId } = requesterOf(tools, request);
    if (!reader.isOneself || !(await isShown(serviceId))) return [];
    const options = { serviceId, contentId, readerId: reader.readerId, limit: MAX_OWN };
    const comments = await listCommentsOfReader(db, options);
    return comments.map((comment) => shownToAuthor(comment, reader));
  });

  api.implement(commentApi.create, async (request) => {
    const requester = requesterOf(tools, request);
    const { browser, caller, body: input } = request;
    return shownToAuthor(await postComment(tools, { ...requester, browser, caller, input }), requester.reader);
  });

  api.implement(commentApi.edit, async (request) => {
    const requester = requesterOf(tools, request);
    const requested = { ...requester, commentId: request.params.commentId, edit: request.body };
    return shownToAuthor(await editComment(tools, requested), requester.reader);
  });

  api.implement(commentApi.delete, async (request) => {
    await deleteOwnComment(tools, { ...requesterOf(tools, request), commentId: request.params.commentId });
    return null;
  });
}

function keyOf({ commentId }: { readonly commentId: string }): CommentPagerKey {
  return { commentId };
}
