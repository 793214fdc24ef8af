import { messages } from '#contract/errors.ts';
import type { TranslationBlock, TranslationReview } from '#contract/translations.ts';
import type { Database, Db } from '../database/connect.ts';
import type { TranslationRow } from '../database/post-tables.ts';
import { holdService } from '../database/service-revision.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Actor } from '../http/actor.ts';
import { conflict, forbidden, notFound } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { findPost, getPost } from '../posts/post.repository.ts';
import { isVisible } from '../posts/post-state.ts';
import { alignTranslation, type BlockChange, compareBlocks } from './compare-blocks.ts';
import { findTranslation, listMembersWith } from './translation.repository.ts';
import { blocksToTranslate, reviewedIn, saveReview } from './translation-set.ts';

interface Tools {
  readonly database: Database;
  readonly clock: Clock;
}

interface Requested {
  readonly serviceId: string;
  readonly idOrSlug: string;
  readonly actor: Actor;
}

export async function readReview(
  { database: { reader }, clock }: Tools,
  requested: Requested,
): Promise<TranslationReview> {
  return present(await findPair(reader, requested, toInstant(clock.now())));
}

/** @throws {HttpError} 409 when the original was saved since `revision` */
export async function reviewTranslation(
  { database: { writer }, clock }: Tools,
  requested: Requested,
  { blocks, revision }: { readonly blocks: 'all' | readonly string[]; readonly revision: number },
): Promise<TranslationReview> {
  return writeTransaction(writer, async (trx) => {
    await holdService(trx, requested.serviceId);
    const now = toInstant(clock.now());
    const seen = await findPair(trx, requested, now);
    await holdService(trx, seen.original.serviceId);
    const pair = await findPair(trx, requested, now);
    const { original, translation, row } = pair;
    if (original.revision !== revision) throw conflict(messages.staleRevision, { current: present(pair) });
    const all = blocksToTranslate(original);
    const reviewed = blocks === 'all' ? all : reviewedAfter(compareBlocks(reviewedIn(row), all), new Set(blocks));
    await saveReview(trx, translation, { original, reviewed });
    return present(await findPair(trx, requested, now));
  });
}

/** Takes the named blocks as they are in the original now, and keeps the others as last reviewed. */
function reviewedAfter(changes: readonly BlockChange[], fingerprints: ReadonlySet<string>): TranslationBlock[] {
  return changes.flatMap(({ original, former }) => {
    const isReviewed = fingerprints.has((original ?? former)?.fingerprint ?? '');
    return (isReviewed ? original : former) ?? [];
  });
}

interface Pair {
  readonly original: WholePost;
  readonly originalLanguage: string;
  readonly translation: WholePost;
  readonly row: TranslationRow;
}

/** @throws {HttpError} 404 without an original, 403 when it is not public and its service is not the caller's */
async function findPair(db: Db, { serviceId, idOrSlug, actor }: Requested, now: string): Promise<Pair> {
  const translation = await getPost(db, serviceId, idOrSlug);
  const row = await findTranslation(db, translation);
  const members = row?.originalId ? await listMembersWith(db, translation) : [];
  const found = members.find(({ postId }) => postId === row?.originalId);
  const original = found && (await findPost(db, found.serviceId, found));
  if (!row || !original) throw notFound();
  if (!actor.serviceIds.includes(original.serviceId) && !isVisible(original, now)) throw forbidden();
  return { original, originalLanguage: found.language, translation, row };
}

function present({ original, originalLanguage, translation, row }: Pair): TranslationReview {
  const changes = compareBlocks(reviewedIn(row), blocksToTranslate(original));
  return {
    original: { ...original, language: originalLanguage },
    translation: { ...translation, language: row.language },
    blocks: alignTranslation(changes, blocksToTranslate(translation)),
  };
}
