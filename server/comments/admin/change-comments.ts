import type { CommentAction } from '#contract/admin-comments.ts';
import type { AuditAction } from '#contract/audit.ts';
import { messages } from '#contract/errors.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { type AuditDetails, type AuditLog, auditActorOf } from '../../audit/index.ts';
import type { Database } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import type { Actor } from '../../http/actor.ts';
import type { Caller } from '../../http/caller.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { nextId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/vault.ts';
import { findPublicService } from '../../services/index.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { authorOfService, toEventComment } from '../comment.presenter.ts';
import { type Comment, findComments, updateComments } from '../comment.repository.ts';
import { storeComment } from '../post-comment.ts';
import { type CommentCountChange, changeThread, lockThread } from '../thread.repository.ts';
import { toAdminComment } from './admin-comment.presenter.ts';

export interface ModerationTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

export interface Moderation {
  readonly serviceId: string;
  readonly actor: Actor;
  readonly caller: Caller;
}

interface Change {
  readonly before: Comment;
  readonly after: Comment;
}

/**
 * @throws {HttpError} 404 when the comment does not exist in the service or is in the bin, 409 when its author edited it
 * since `seenUpdatedAt`, 400 when it already has the status
 */
export async function changeCommentStatus(
  { vault, ...tools }: ModerationTools & { readonly vault: Vault },
  moderation: Moderation,
  { commentId, publishStatus, seenUpdatedAt }: StatusRequest,
): Promise<Comment> {
  return writeTransaction(tools.database.writer, async (trx) => {
    const request = { commentIds: [commentId], action: publishStatus, seenUpdatedAt: { [commentId]: seenUpdatedAt } };
    const { changed, found, edited } = await change(trx, tools, moderation, request);
    const [comment] = found;
    if (!comment || comment.isDeleted) throw notFound();
    if (edited[0]) {
      throw conflict(messages.staleRevision, { current: toAdminComment(vault, edited[0]) });
    }
    if (!changed[0]) throw badRequest(messages.sameStatus);
    return changed[0].after;
  });
}

interface StatusRequest {
  readonly commentId: string;
  readonly publishStatus: CommentStatus;
  readonly seenUpdatedAt?: string | null | undefined;
}

export async function deleteComment(
  tools: ModerationTools,
  moderation: Moderation,
  commentId: string,
): Promise<Comment> {
  return changeOne(tools, moderation, { commentId, action: 'delete' });
}

export async function restoreComment(
  tools: ModerationTools,
  moderation: Moderation,
  commentId: string,
): Promise<Comment> {
  return changeOne(tools, moderation, { commentId, action: 'restore' });
}

/**
 * Publishes a reply in the name of the service, and first the comment if it is not published.
 * @throws {HttpError} 404 for a missing or deleted comment, 409 for one that its author edited and nobody published
 */
export async function replyToComment(
  tools: ModerationTools,
  moderation: Moderation,
  { commentId, body, seenUpdatedAt }: Omit<StatusRequest, 'publishStatus'> & { readonly body: string },
): Promise<Comment> {
  const { database, clock } = tools;
  const { serviceId } = moderation;
  return writeTransaction(database.writer, async (trx) => {
    const request = {
      commentIds: [commentId],
      action: 'publish',
      seenUpdatedAt: { [commentId]: seenUpdatedAt },
    } as const;
    const { found, edited } = await change(trx, tools, moderation, request);
    const [comment] = found;
    if (!comment || comment.isDeleted) throw notFound();
    if (edited[0]) throw conflict(messages.staleRevision);
    const { contentId } = comment;
    const now = clock.now();
    const service = await findPublicService(trx, serviceId);
    const reply = await storeComment(trx, {
      serviceId,
      contentId,
      commentId: nextId(clock, now),
      createdAt: toInstant(now),
      authorId: authorOfService(serviceId),
      body,
      nickname: Array.from(service?.label ?? serviceId)
        .slice(0, 50)
        .join(''),
      age: '',
      area: '',
      publishStatus: 'publish',
      heldFor: null,
      replyTo: commentId,
      addressHash: null,
      sealedAddress: null,
      userAgent: null,
    });
    await recordEvents(trx, { clock, serviceId }, [{ type: 'comment.posted', comment: toEventComment(reply) }]);
    const details = { contentId, replyTo: commentId };
    await record(trx, tools, moderation, { action: 'reply', target: reply.commentId, details });
    return reply;
  });
}

async function changeOne(
  tools: ModerationTools,
  moderation: Moderation,
  { commentId, action }: { readonly commentId: string; readonly action: 'delete' | 'restore' },
): Promise<Comment> {
  return writeTransaction(tools.database.writer, async (trx) => {
    const { changed } = await change(trx, tools, moderation, { commentIds: [commentId], action });
    const [first] = changed;
    if (!first) throw notFound();
    const { contentId } = first.after;
    await record(trx, tools, moderation, { action, target: commentId, details: { contentId } });
    return first.after;
  });
}

/** Skips unknown comments and those already in the wanted state. */
export async function changeComments(
  tools: ModerationTools,
  moderation: Moderation,
  request: ChangeRequest,
): Promise<{ before: Comment[]; items: Comment[]; edited: Comment[] }> {
  return writeTransaction(tools.database.writer, async (trx) => {
    const { changed, edited } = await change(trx, tools, moderation, request);
    if (changed.length > 0) {
      const commentIds = changed.map(({ after }) => after.commentId);
      const details = { count: commentIds.length, change: request.action, commentIds };
      await record(trx, tools, moderation, { action: request.action, details });
    }
    return { before: changed.map(({ before }) => before), items: changed.map(({ after }) => after), edited };
  });
}

interface ChangeRequest {
  readonly commentIds: readonly string[];
  readonly action: CommentAction;
  /** `updatedAt` of the comments when they were displayed; omitted comments are not checked. */
  readonly seenUpdatedAt?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/**
 * Locks all threads in the order of their content ids before reading or writing, so that concurrent changes cannot
 * deadlock.
 */
async function change(
  trx: Transaction,
  { clock }: ModerationTools,
  { serviceId, actor }: Moderation,
  { commentIds, action, seenUpdatedAt = {} }: ChangeRequest,
): Promise<{ found: Comment[]; changed: Change[]; edited: Comment[] }> {
  const beforeLock = await findComments(trx, serviceId, commentIds);
  const contentIds = [...new Set(beforeLock.map(({ contentId }) => contentId))].sort();
  for (const contentId of contentIds) await lockThread(trx, serviceId, contentId);
  const found = await findComments(trx, serviceId, commentIds);
  const now = toInstant(clock.now());
  const fields = changedFieldsOf(action, { deletedAt: now, deletedBy: actor.username });
  const isUnedited = ({ commentId, updatedAt }: Comment) => [undefined, updatedAt].includes(seenUpdatedAt[commentId]);
  const affected = found.filter((comment) => isChangedBy(comment, action));
  const unedited = affected.filter(isUnedited);
  // Counts only comments that still exist, because the sweep may have deleted some meanwhile.
  const updatedIds = await updateComments(
    trx,
    unedited.map(({ commentId }) => commentId),
    fields,
  );
  const isDeletedMeanwhile = (comment: Comment) => unedited.includes(comment) && !updatedIds.has(comment.commentId);
  const changed = unedited
    .filter((comment) => !isDeletedMeanwhile(comment))
    .map((before) => ({ before, after: { ...before, ...fields } }));
  for (const contentId of contentIds) {
    const ofContent = changed.filter(({ before }) => before.contentId === contentId);
    if (ofContent.length > 0) await changeThread(trx, { serviceId, contentId, now, ...threadChangeOf(ofContent) });
  }
  // Restoring from the bin is no event.
  const confirmed = action === 'publish' ? changed : [];
  await recordEvents(
    trx,
    { clock, serviceId },
    confirmed.map(({ after }) => ({ type: 'comment.posted', comment: toEventComment(after) })),
  );
  const edited = affected.filter((comment) => !isUnedited(comment));
  return { found: found.filter((comment) => !isDeletedMeanwhile(comment)), changed, edited };
}

function isChangedBy({ isDeleted, publishStatus }: Comment, action: CommentAction): boolean {
  if (action === 'restore') return isDeleted;
  return !isDeleted && publishStatus !== action;
}

function changedFieldsOf(action: CommentAction, deletion: { deletedAt: string; deletedBy: string }) {
  if (action === 'delete') return { ...deletion, isDeleted: true };
  if (action === 'spam') return { ...deletion, isDeleted: true, isSpam: true };
  if (action === 'restore') return { isDeleted: false, isSpam: false, deletedAt: null, deletedBy: null };
  return { publishStatus: action };
}

function threadChangeOf(changed: readonly Change[]): { comments: CommentCountChange; isVisible: boolean } {
  const comments: CommentCountChange = {};
  const add = ({ publishStatus, isDeleted }: Comment, by: number) => {
    if (!isDeleted) comments[publishStatus] = (comments[publishStatus] ?? 0) + by;
  };
  for (const { before, after } of changed) {
    add(before, -1);
    add(after, 1);
  }
  return { comments, isVisible: changed.some(({ before, after }) => isPublic(before) || isPublic(after)) };
}

function isPublic({ publishStatus, isDeleted }: Comment): boolean {
  return publishStatus === 'publish' && !isDeleted;
}

interface AuditedChange {
  readonly action: CommentAction | 'reply';
  readonly target?: string;
  readonly details: AuditDetails;
}

const auditActions: Readonly<Record<AuditedChange['action'], AuditAction>> = {
  publish: 'comments-changed',
  unpublish: 'comments-changed',
  unconfirm: 'comments-changed',
  delete: 'comments-deleted',
  spam: 'comments-deleted',
  restore: 'comments-restored',
  reply: 'comment-replied',
};

async function record(
  trx: Transaction,
  { audit }: ModerationTools,
  { serviceId, actor, caller }: Moderation,
  { action, ...entry }: AuditedChange,
): Promise<void> {
  await audit.record({ action: auditActions[action], actor: auditActorOf(actor), caller, serviceId, ...entry }, trx);
}
