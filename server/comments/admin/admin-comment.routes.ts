import { setImmediate } from 'node:timers/promises';
import { type AdminComment, adminCommentApi } from '#contract/admin-comments.ts';
import { CommentPagerKey } from '#contract/comments.ts';
import type { ParsedRequest, ResponseOf } from '#contract/endpoint.ts';
import type { Db } from '../../database/connect.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { pageUpTo, readPager } from '../../http/pager.ts';
import { toInstant } from '../../platform/clock.ts';
import { foldText } from '../../platform/fold-text.ts';
import { firstIdAt } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { listPostsOfContents } from '../../posts/index.ts';
import { openOrigin } from '../comment.presenter.ts';
import { type Comment, findComment, findComments } from '../comment.repository.ts';
import { deleteNotice, isNoticeEnabled, saveNotice } from '../notices/notice.repository.ts';
import { findCommentTotals, findThreadCounts, listCommentTotals } from '../thread.repository.ts';
import { toAdminComment } from './admin-comment.presenter.ts';
import {
  type AdminListOptions,
  type CommentScope,
  countDeletedComments,
  listComments,
  matchComments,
} from './admin-comment.repository.ts';
import {
  changeCommentStatus,
  changeComments,
  deleteComment,
  type ModerationTools,
  replyToComment,
  restoreComment,
} from './change-comments.ts';

const NO_ORIGIN = { address: null, userAgent: null };
const MAX_COUNTED = 10_000;

export function adminCommentRoutes(
  api: Api,
  { log, vault, ...tools }: ModerationTools & { readonly log: Log; readonly vault: Vault },
): void {
  const { database, clock } = tools;
  const { reader, writer } = database;
  const present = (comment: Comment): AdminComment => toAdminComment(vault, comment);

  api.implement(adminCommentApi.waiting, async ({ actor: { serviceIds } }) => {
    const totals = await listCommentTotals(reader, serviceIds);
    const none = { publish: 0, unpublish: 0, unconfirm: 0 };
    return serviceIds.map((serviceId) => ({ serviceId, ...(totals.get(serviceId) ?? none) }));
  });

  const list = async (
    params: Pick<CommentScope, 'serviceId' | 'contentId'>,
    query: ParsedRequest<typeof adminCommentApi.list>['query'],
  ): Promise<ResponseOf<typeof adminCommentApi.list>> => {
    const { serviceId } = params;
    const { order, count, isDeleted, publishStatus, q = '' } = query;
    const after = readPager(CommentPagerKey, query)?.commentId;
    const scope = { ...params, isDeleted, publishStatus: publishStatus === '' ? undefined : publishStatus };
    const { comments, end } = await searchComments(reader, { ...scope, order, count, after }, foldText(q.trim()));
    const contentIds = [...new Set(comments.map(({ contentId }) => contentId))];
    const posts = await listPostsOfContents(reader, { serviceId, contentIds, now: toInstant(clock.now()) });
    return { ...pageUpTo(comments.map(present), end === undefined ? undefined : { commentId: end }), posts };
  };
  api.implement(adminCommentApi.list, ({ params, query }) => list(params, query));
  api.implement(adminCommentApi.listOfContent, ({ params, query }) => list(params, query));

  api.implement(adminCommentApi.counts, async ({ params: { serviceId }, query: { contentId } }) => {
    const counts =
      contentId === undefined ? findCommentTotals(reader, serviceId) : findThreadCounts(reader, serviceId, contentId);
    return { ...(await counts), deleted: await countDeletedComments(reader, { serviceId, contentId }, MAX_COUNTED) };
  });

  api.implement(adminCommentApi.find, async ({ params: { serviceId, commentId }, actor }) => {
    const comment = await findComment(reader, serviceId, commentId);
    if (!comment) throw notFound();
    const { address, userAgent } = actor.role === 'viewer' ? NO_ORIGIN : openOrigin(vault, comment);
    return { ...present(comment), address, userAgent };
  });

  const logChange = (event: string, comment: Comment, { username }: Actor): void => {
    const { serviceId, commentId, contentId, publishStatus } = comment;
    log.info({ serviceId, contentId, commentId, publishStatus, actor: username }, event);
  };

  api.implement(adminCommentApi.changeStatus, async ({ params, body, actor, caller }) => {
    const { serviceId, commentId } = params;
    const comment = await changeCommentStatus(
      { ...tools, vault },
      { serviceId, actor, caller },
      { ...body, commentId },
    );
    logChange('comment status changed', comment, actor);
    return present(comment);
  });

  api.implement(adminCommentApi.delete, async ({ params: { serviceId, commentId }, actor, caller }) => {
    logChange('comment deleted', await deleteComment(tools, { serviceId, actor, caller }, commentId), actor);
    return null;
  });

  api.implement(adminCommentApi.reply, async ({ params: { serviceId, commentId }, body, actor, caller }) => {
    const reply = await replyToComment(tools, { serviceId, actor, caller }, { commentId, ...body });
    logChange('comment replied to', reply, actor);
    return present(reply);
  });

  api.implement(adminCommentApi.restore, async ({ params: { serviceId, commentId }, actor, caller }) => {
    const comment = await restoreComment(tools, { serviceId, actor, caller }, commentId);
    logChange('comment restored', comment, actor);
    return present(comment);
  });

  api.implement(adminCommentApi.bulk, async ({ params: { serviceId }, body, actor, caller }) => {
    const { before, items, edited } = await changeComments(tools, { serviceId, actor, caller }, body);
    const { action } = body;
    log.info({ serviceId, action, changed: items.length, actor: actor.username }, 'comments changed in bulk');
    return { before: before.map(present), items: items.map(present), edited: edited.map(present) };
  });

  api.implement(adminCommentApi.notice, async ({ params: { serviceId }, actor: { username } }) => ({
    isWanted: await isNoticeEnabled(reader, { username, serviceId }),
  }));

  api.implement(adminCommentApi.saveNotice, async ({ params: { serviceId }, body, actor, caller: { language } }) => {
    // API keys receive no mail.
    const isEnabled = body.isWanted && actor.kind === 'user';
    const { username } = actor;
    const now = clock.now();
    if (isEnabled) {
      const lastCommentId = firstIdAt(now);
      await saveNotice(writer, { username, serviceId, lastCommentId, language, createdAt: toInstant(now) });
    } else await deleteNotice(writer, { username, serviceId });
    return { isWanted: isEnabled };
  });
}

/** Maximum number of comments per request and per statement, because SQLite blocks the event loop meanwhile. */
const MAX_SCANNED = 5000;
const BATCH_SIZE = 500;

interface FoundComments {
  readonly comments: readonly Comment[];
  readonly end: string | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

/** A page that takes too long ends early, possibly empty, and can be continued. */
export async function searchComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<FoundComments> {
  if (text !== '') {
    const { matches, end } = await scanComments(reader, { count, ...list }, text);
    const found = await findComments(reader, list.serviceId, matches);
    return { comments: list.order === 'asc' ? found : found.reverse(), end };
  }
  const rows = await listComments(reader, { ...list, limit: count + 1 });
  const comments = rows.slice(0, count);
  return { comments, end: rows.length > count ? comments.at(-1)?.commentId : undefined };
}

async function scanComments(
  reader: Db,
  { count, ...list }: SearchOptions,
  text: string,
): Promise<{ matches: string[]; end: string | undefined }> {
  const matches: string[] = [];
  let { after } = list;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH_SIZE) {
    const batch = await matchComments(reader, { ...list, after, limit: BATCH_SIZE }, text);
    for (const { commentId, isMatch } of batch) {
      if (isMatch && matches.length === count) return { matches, end: after };
      if (isMatch) matches.push(commentId);
      after = commentId;
    }
    if (batch.length < BATCH_SIZE) return { matches, end: undefined };
    await setImmediate();
  }
  return { matches, end: after };
}
