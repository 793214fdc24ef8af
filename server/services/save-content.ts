import type { Transaction } from 'kysely';
import { messages } from '#contract/errors.ts';
import type { ServiceContent } from '#contract/service-contents.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { findContent, insertContent, isRegisterFull, updateContent } from './service-content.repository.ts';

/**
 * Registers a content id, or changes what it is registered with. Readers see by it where they may comment.
 * @throws {Refusal} when nothing changes, or there are too many.
 */
export async function saveContent(
  trx: Transaction<Tables>,
  { clock }: { readonly clock: Clock },
  content: Pick<ServiceContent, 'serviceId' | 'contentId' | 'commentDefaultPublishStatus'>,
): Promise<{ readonly content: ServiceContent; readonly isNew: boolean }> {
  const { serviceId, contentId, commentDefaultPublishStatus } = content;
  await raiseServiceRevision(trx, serviceId);
  const now = toInstant(clock.now());
  const stored = await findContent(trx, serviceId, contentId);
  if (!stored) {
    if (await isRegisterFull(trx, serviceId)) throw new Refusal(400, { message: messages.tooManyContents });
    const added = { ...content, createdAt: now, updatedAt: null };
    await insertContent(trx, added);
    return { content: added, isNew: true };
  }
  if (stored.commentDefaultPublishStatus === commentDefaultPublishStatus) {
    throw new Refusal(400, { message: messages.sameValue });
  }
  const changed = { ...content, updatedAt: now };
  await updateContent(trx, changed);
  return { content: { ...stored, ...changed }, isNew: false };
}
