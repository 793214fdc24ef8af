import { z } from 'zod';
import { CommentPagerKey, commentApi } from '#contract/comments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ContentId } from '#contract/posts.ts';
import { type ReaderRequest, readerOf } from '../access/index.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage, withStart } from '../http/pager.ts';
import { toInstant } from '../platform/clock.ts';
import { listHiddenContents } from '../posts/index.ts';
import { toOwnComment, toPublicComment } from './comment.presenter.ts';
import { listCommentsOfReader, listPublishedComments } from './comment.repository.ts';
import { findCommentSettings, hasComments } from './comment-settings.repository.ts';
import { deleteOwnComment, editComment } from './edit-comment.ts';
import { type CommentAuthor, type CommentTools, postComment } from './post-comment.ts';
import { findCommentTotals, findThreadCounts, listThreads } from './thread.repository.ts';

const MAX_OWN_COMMENTS = 50;

const CountPagerKey = z.object({ contentId: ContentId });

export function commentRoutes(api: Api, tools: CommentTools): void {
  const { isEnabledComment } = tools;
  const { reader: db } = tools.database;
  const isEnabledFor = async (serviceId: string) => isEnabledComment && (await hasComments(db, serviceId));

  api.implement(commentApi.counts, async ({ params: { serviceId }, query: { count, ...pager } }) => {
    const after = readPager(CountPagerKey, pager)?.contentId;
    if (!(await isEnabledFor(serviceId))) return { items: [], pagerKey: null, pageToken: null, totalCount: 0 };
    const threads = await listThreads(db, serviceId, { after, limit: count + 1 });
    const { items, ...page } = toPage(threads, count, ({ contentId }) => ({ contentId }));
    const { publish: totalCount } = await findCommentTotals(db, serviceId);
    const contentIds = items.map(({ contentId }) => contentId);
    const hidden = await listHiddenContents(db, { serviceId, contentIds, now: toInstant(tools.clock.now()) });
    const visible = items.filter(({ contentId }) => !hidden.has(contentId));
    return {
      items: visible.map(({ contentId, publishCount: commentCount, updatedAt }) => {
        const publishStatus = 'publish' as const;
        return { serviceId, contentId, publishStatus, commentCount, updatedAt };
      }),
      ...page,
      totalCount,
    };
  });

  api.implement(commentApi.list, async ({ params, query }) => {
    const { count, order, untilTime, sinceTime } = query;
    const after = readPager(CommentPagerKey, query)?.commentId;
    const settings = await findCommentSettings(db, { ...params, now: toInstant(tools.clock.now()) });
    const isVisible = isEnabledComment && settings.hasComments && !settings.isHidden;
    const options = { ...params, order, after, since: sinceTime || undefined, until: untilTime || undefined };
    const comments = isVisible ? await listPublishedComments(db, { ...options, limit: count + 1 }) : [];
    const published = isVisible ? (await findThreadCounts(db, params.serviceId, params.contentId)).publish : 0;
    const { items, ...page } = withStart(toPage(comments, count, keyOf), after, keyOf);
    const { isAccepted, startsAs, requiresProofOfWork } = settings;
    const needsProof = requiresProofOfWork || tools.moderation.recaptcha !== undefined;
    const meta = { count: published, isOpen: isVisible && isAccepted, startsAs, needsProof };
    return { items: items.map(toPublicComment), ...page, meta } satisfies ResponseOf<typeof commentApi.list>;
  });

  api.implement(commentApi.own, async (request) => {
    const { reader, serviceId, contentId } = authorOf(tools, request);
    if (!reader.isIdentified || !(await isEnabledFor(serviceId))) return [];
    const options = { serviceId, contentId, readerId: reader.readerId, limit: MAX_OWN_COMMENTS };
    const comments = await listCommentsOfReader(db, options);
    return comments.map((comment) => toOwnComment(tools, comment, reader));
  });

  api.implement(commentApi.create, async (request) => {
    const author = authorOf(tools, request);
    const { browser, caller, body: input } = request;
    return toOwnComment(tools, await postComment(tools, { ...author, browser, caller, input }), author.reader);
  });

  api.implement(commentApi.edit, async (request) => {
    const author = authorOf(tools, request);
    const { commentId } = request.params;
    const comment = await editComment(tools, { ...author, commentId, edit: request.body });
    return toOwnComment(tools, comment, author.reader);
  });

  api.implement(commentApi.delete, async (request) => {
    await deleteOwnComment(tools, { ...authorOf(tools, request), commentId: request.params.commentId });
    return null;
  });
}

interface ContentRequest extends ReaderRequest {
  readonly params: { readonly serviceId: string; readonly contentId: string };
}

function authorOf(tools: CommentTools, request: ContentRequest): CommentAuthor {
  const { serviceId, contentId } = request.params;
  return { serviceId, contentId, reader: readerOf(tools, request, serviceId) };
}

function keyOf({ commentId }: { readonly commentId: string }): CommentPagerKey {
  return { commentId };
}
