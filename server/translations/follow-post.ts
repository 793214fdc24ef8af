import type { Transaction } from '../database/tables.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { compareBlocks, countBlocks } from './compare-blocks.ts';
import {
  deleteTranslations,
  findTranslation,
  listMembers,
  listTranslationsOf,
  type PostKey,
  updateTranslation,
} from './translation.repository.ts';
import { blocksToTranslate, dropPagesOfSet, freeLanguage, reviewedIn, settleSet } from './translation-set.ts';

/** Fields that the pages of the other members show. */
const SHOWN_FIELDS = ['slug', 'title', 'status', 'effectiveAt', 'isHiddenInList'] as const;

/**
 * Takes over the language of a saved or restored post, counts what its translations lack, and drops the pages that
 * link to it.
 * @throws {HttpError} 400 when another member of the set has the language
 */
export async function followSavedPost(
  trx: Transaction,
  { post, former }: { readonly post: WholePost; readonly former: WholePost | undefined },
): Promise<void> {
  const own = await findTranslation(trx, post);
  if (!own) return;
  const { setId } = own;
  const { postId, language } = post;
  const isOtherLanguage = language !== '' && language !== own.language;
  if (isOtherLanguage) {
    await freeLanguage(trx, { setId, language, postId });
    await updateTranslation(trx, post, { language });
  }
  if (!former) await settleSet(trx, setId);
  if (!former || former.title !== post.title || former.bodyHtml !== post.bodyHtml) await recount(trx, post);
  const isShownChange = !former || SHOWN_FIELDS.some((field) => former[field] !== post[field]);
  if (isOtherLanguage || isShownChange) await dropPagesOfSet(trx, await othersOf(trx, setId, postId));
}

async function recount(trx: Transaction, original: WholePost): Promise<void> {
  const translations = await listTranslationsOf(trx, original.postId);
  if (translations.length === 0) return;
  const blocks = blocksToTranslate(original);
  for (const translation of translations) {
    await updateTranslation(trx, translation, countBlocks(compareBlocks(reviewedIn(translation), blocks)));
  }
}

/** Call after the post was deleted from the posts. It stays in its set and returns to it when it is restored. */
export async function followBinnedPost(trx: Transaction, post: PostKey): Promise<void> {
  const own = await findTranslation(trx, post);
  if (!own) return;
  await settleSet(trx, own.setId);
  await dropPagesOfSet(trx, await othersOf(trx, own.setId, post.postId));
}

export async function forgetPosts(trx: Transaction, postIds: readonly string[]): Promise<void> {
  for (const setId of await deleteTranslations(trx, postIds)) await settleSet(trx, setId);
}

async function othersOf(trx: Transaction, setId: string, postId: string) {
  return (await listMembers(trx, setId)).filter((member) => member.postId !== postId);
}
