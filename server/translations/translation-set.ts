import { fieldMessages } from '#contract/errors.ts';
import { isForReaders } from '#contract/post-status.ts';
import type { TranslationBlock } from '#contract/translations.ts';
import { raiseRevisionOfPages } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { invalid } from '../http/errors.ts';
import { escapeHtml } from '../platform/escaping.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { blocksOf } from './blocks.ts';
import { compareBlocks, countBlocks } from './compare-blocks.ts';
import {
  deleteTranslations,
  listMembers,
  lockSet,
  type PostKey,
  type SetMember,
  updateTranslation,
} from './translation.repository.ts';

/** Blocks of a post to translate: its title, then those of the body. */
export function blocksToTranslate({ title, bodyHtml }: Pick<WholePost, 'title' | 'bodyHtml'>): TranslationBlock[] {
  const titles = blocksOf(`<h1>${escapeHtml(title)}</h1>`).map((block) => ({ ...block, kind: 'title' }));
  return [...titles, ...blocksOf(bodyHtml)];
}

export function reviewedIn({ reviewedBlocks }: { readonly reviewedBlocks: string | null }): TranslationBlock[] {
  return reviewedBlocks === null ? [] : (JSON.parse(reviewedBlocks) as TranslationBlock[]);
}

/** Stores the blocks of the original that count as translated. */
export async function saveReview(
  trx: Transaction,
  translation: PostKey,
  { original, reviewed }: { readonly original: WholePost; readonly reviewed: readonly TranslationBlock[] },
): Promise<void> {
  await updateTranslation(trx, translation, {
    originalId: original.postId,
    originalRevision: original.revision,
    reviewedBlocks: JSON.stringify(reviewed),
    ...countBlocks(compareBlocks(reviewed, blocksToTranslate(original))),
  });
}

/**
 * Frees a language of the set that a post in the bin has.
 * @throws {HttpError} 400 when another member has the language
 */
export async function freeLanguage(
  trx: Transaction,
  { setId, language, postId }: { readonly setId: string; readonly language: string; readonly postId: string },
): Promise<void> {
  const holder = (await lockSet(trx, setId)).find((row) => row.language === language && row.postId !== postId);
  if (!holder) return;
  const members = await listMembers(trx, setId);
  if (members.some((member) => member.postId === holder.postId)) throw invalid({ language: fieldMessages.taken });
  await deleteTranslations(trx, [holder.postId]);
}

/** Dissolves a set with a single member, and otherwise chooses the member that lists of each service show. */
export async function settleSet(trx: Transaction, setId: string): Promise<void> {
  const rows = await lockSet(trx, setId);
  if (rows.length < 2) {
    await deleteTranslations(
      trx,
      rows.map(({ postId }) => postId),
    );
    return;
  }
  const members = await listMembers(trx, setId);
  const leads = new Set(
    [...Map.groupBy(members, ({ serviceId }) => serviceId).values()].map((own) => leadOf(own).postId),
  );
  for (const row of rows) {
    const isLead = Number(leads.has(row.postId));
    if (row.isLead !== isLead) await updateTranslation(trx, row, { isLead });
  }
}

function leadOf(members: readonly SetMember[]): SetMember {
  const byAge = members.toSorted((one, other) => (one.postId < other.postId ? -1 : 1));
  return byAge.find(({ postId }) => members.some(({ originalId }) => originalId === postId)) ?? (byAge[0] as SetMember);
}

/** Drops the cached pages of the members that readers can or will see, which link to each other. */
export async function dropPagesOfSet(trx: Transaction, members: readonly SetMember[]): Promise<void> {
  const shown = members.filter(({ status }) => isForReaders(status));
  const services = [...Map.groupBy(shown, ({ serviceId }) => serviceId)].toSorted();
  for (const [serviceId, own] of services) {
    await raiseRevisionOfPages(
      trx,
      serviceId,
      own.map(({ slug }) => slug),
    );
  }
}
