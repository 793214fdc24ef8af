import type { RequestOf } from '#contract/endpoint.ts';
import { fieldMessages } from '#contract/errors.ts';
import type { translationApi } from '#contract/translations.ts';
import { type AuditLog, auditActorOf } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import { holdService } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, invalid, notFound } from '../http/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { languageOf } from '../platform/written-language.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { findPost, getPost } from '../posts/post.repository.ts';
import { recordLinkEvents } from '../publishing/post-events.ts';
import {
  deleteTranslations,
  findTranslation,
  insertTranslation,
  listMembers,
  lockSet,
  type SetMember,
} from './translation.repository.ts';
import { blocksToTranslate, dropPagesOfSet, freeLanguage, saveReview, settleSet } from './translation-set.ts';

export interface ChangeTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

export interface ChangeOf {
  readonly serviceId: string;
  readonly idOrSlug: string;
  readonly actor: Actor;
  readonly caller: Caller;
}

type Link = RequestOf<typeof translationApi.link>['body'];

export async function linkTranslation(
  tools: ChangeTools,
  { serviceId, idOrSlug, actor, caller }: ChangeOf,
  { originalId, language, ...linked }: Link,
): Promise<SetMember[]> {
  if (!actor.serviceIds.includes(linked.serviceId)) throw forbidden();
  return writeTransaction(tools.database.writer, async (trx) => {
    for (const id of new Set([serviceId, linked.serviceId].toSorted())) await holdService(trx, id);
    const post = await getPost(trx, serviceId, idOrSlug);
    const other = await findPost(trx, linked.serviceId, linked);
    if (!other || other.postId === post.postId) throw invalid({ postId: fieldMessages.invalid });
    const setId = await joinPosts(trx, tools.clock, post, { other, language });
    if (originalId === other.postId) await setOriginal(trx, setId, { translation: post, originalId });
    else if (originalId !== undefined) await setOriginal(trx, setId, { translation: other, originalId });
    await settleSet(trx, setId);
    const members = await listMembers(trx, setId);
    await dropPagesOfSet(trx, members);
    await recordLinkEvents(trx, tools.clock, members);
    const details = { posts: [post.title, other.title] };
    const by = { actor: auditActorOf(actor), caller, serviceId };
    await tools.audit.record({ ...by, action: 'translation-linked', target: post.postId, details }, trx);
    return members;
  });
}

/** @returns the id of the set of both posts */
async function joinPosts(
  trx: Transaction,
  clock: Clock,
  post: WholePost,
  { other, language }: { readonly other: WholePost; readonly language: string | undefined },
): Promise<string> {
  const own = await findTranslation(trx, post);
  const others = await findTranslation(trx, other);
  if (own && others && own.setId !== others.setId) throw invalid({ postId: fieldMessages.taken });
  const setId = own?.setId ?? others?.setId ?? newId(clock.now());
  if (!own) await addMember(trx, setId, { post, language: languageOf(post) });
  if (!others) await addMember(trx, setId, { post: other, language: language ?? languageOf(other) });
  return setId;
}

export async function addMember(
  trx: Transaction,
  setId: string,
  { post, language }: { readonly post: WholePost; readonly language: string | undefined },
): Promise<void> {
  if (language === undefined) throw invalid({ language: fieldMessages.required });
  const { serviceId, postId } = post;
  await freeLanguage(trx, { setId, language, postId });
  await insertTranslation(trx, { serviceId, postId, setId, language });
}

/** Takes the present text of the original as translated. */
async function setOriginal(
  trx: Transaction,
  setId: string,
  { translation, originalId }: { readonly translation: WholePost; readonly originalId: string },
): Promise<void> {
  const rows = await lockSet(trx, setId);
  const found = rows.find(({ postId }) => postId === originalId);
  // Serializes with saves of the original, which count the blocks, too.
  if (found) await holdService(trx, found.serviceId);
  const original = found && (await findPost(trx, found.serviceId, { postId: originalId }));
  if (!original) throw invalid({ originalId: fieldMessages.invalid });
  const originalOf = new Map(rows.map((row) => [row.postId, row.originalId]));
  let above: string | null = originalId;
  for (let depth = 0; above !== null && depth < rows.length; depth += 1) {
    if (above === translation.postId) throw invalid({ originalId: fieldMessages.invalid });
    above = originalOf.get(above) ?? null;
  }
  await saveReview(trx, translation, { original, reviewed: blocksToTranslate(original) });
}

export async function unlinkTranslation(
  { database, clock, audit }: ChangeTools,
  { serviceId, idOrSlug, actor, caller }: ChangeOf,
): Promise<void> {
  await writeTransaction(database.writer, async (trx) => {
    await holdService(trx, serviceId);
    const { postId, title } = await getPost(trx, serviceId, idOrSlug);
    const own = await findTranslation(trx, { serviceId, postId });
    if (!own) throw notFound();
    const members = await listMembers(trx, own.setId);
    await deleteTranslations(trx, [postId]);
    await settleSet(trx, own.setId);
    await dropPagesOfSet(trx, members);
    await recordLinkEvents(trx, clock, members);
    const details = { posts: [title] };
    const by = { actor: auditActorOf(actor), caller, serviceId };
    await audit.record({ ...by, action: 'translation-unlinked', target: postId, details }, trx);
  });
}
