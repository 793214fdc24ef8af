import type { Transaction } from 'kysely';
import { messages } from '#contract/errors.ts';
import type { ServiceContent } from '#contract/service-contents.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { notFound, Refusal, requireRevision } from '../platform/errors.ts';
import { findContent, insertContent, isRegisterFull, updateContent } from './service-content.repository.ts';

export interface ContentToSave extends Pick<ServiceContent, 'serviceId' | 'contentId' | 'commentDefaultPublishStatus'> {
  /** The revision that the caller has seen; 0 for an id that nobody has registered. */
  readonly revision?: number | undefined;
}

/**
 * Registers a content id, or changes what it is registered with. Readers see by it where they may comment.
 * @throws {Refusal} when nothing changes, when somebody has saved or removed it since, or there are too many.
 */
export async function saveContent(
  trx: Transaction<Tables>,
  { clock }: { readonly clock: Clock },
  { revision: seen, ...content }: ContentToSave,
): Promise<{ readonly content: ServiceContent; readonly isNew: boolean }> {
  const { serviceId, contentId, commentDefaultPublishStatus } = content;
  await raiseServiceRevision(trx, serviceId);
  const now = toInstant(clock.now());
  const stored = await findContent(trx, serviceId, contentId);
  if (!stored) {
    if (seen) throw notFound();
    if (await isRegisterFull(trx, serviceId)) throw new Refusal(400, { message: messages.tooManyContents });
    const added = { ...content, revision: 1, createdAt: now, updatedAt: null };
    await insertContent(trx, added);
    return { content: added, isNew: true };
  }
  await requireRevision(seen, () => stored);
  if (stored.commentDefaultPublishStatus === commentDefaultPublishStatus) {
    throw new Refusal(400, { message: messages.sameValue });
  }
  const changed = { ...content, revision: stored.revision + 1, updatedAt: now };
  await updateContent(trx, changed);
  return { content: { ...stored, ...changed }, isNew: false };
}
