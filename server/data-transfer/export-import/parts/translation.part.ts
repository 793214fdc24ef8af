import { z } from 'zod';
import { Id, text } from '#contract/text.ts';
import { TranslationBlock, TranslationLanguage } from '#contract/translations.ts';
import { newId } from '../../../platform/ids.ts';
import { TransferError } from '../../transfer-error.ts';
import { definePart, requireKnown } from '../part.ts';
import { listTranslations } from '../post-rows.repository.ts';
import { insertNew } from '../service-rows.repository.ts';
import { RevisionNumber } from './post-record.ts';

const Count = z.int().min(0).max(100_000);

/** Reviewed blocks have the length of a body. */
const StoredBlock = z.strictObject({
  ...TranslationBlock.shape,
  kind: text({ max: 30 }),
  text: text({ max: 1_100_000 }),
  fingerprint: text({ max: 64 }),
  literals: z.array(text({ max: 1_100_000 })).max(10_000),
});

/** `setId` is the smallest id of a post of the set, so that equal sets yield equal files. */
const TranslationRecord = z.strictObject({
  postId: Id,
  setId: Id,
  language: TranslationLanguage,
  isLead: z.boolean(),
  original: z
    .strictObject({
      postId: Id,
      revision: RevisionNumber,
      outdated: Count,
      missing: Count,
      extra: Count,
      reviewedBlocks: z.array(StoredBlock).max(100_000),
    })
    .nullable(),
});

export const translationPart = definePart({
  name: 'translations',
  table: 'translations',
  schema: TranslationRecord,
  async *read(db, serviceId) {
    const rows = await listTranslations(db, serviceId);
    const sets = Map.groupBy(rows, ({ setId }) => setId);
    for (const { postId, setId, language, isLead, ...row } of rows) {
      const members = sets.get(setId) ?? [];
      if (members.length < 2) continue;
      const { originalId, originalRevision, reviewedBlocks, ...counts } = row;
      const hasOriginal = members.some((member) => member.postId === originalId);
      const original =
        hasOriginal && originalId !== null && originalRevision !== null
          ? {
              postId: originalId,
              revision: originalRevision,
              ...counts,
              reviewedBlocks: JSON.parse(reviewedBlocks ?? '[]'),
            }
          : null;
      yield { postId, setId: members[0]?.postId ?? postId, language, isLead: isLead === 1, original };
    }
  },
  check: (record, { posts, binnedPosts, translations }) => {
    const { postId, setId, language } = record;
    requireKnown(posts.has(postId) || binnedPosts.has(postId), `post ${postId}`);
    const key = `${setId} ${language}`;
    if (translations.has(key)) throw new TransferError(`set ${setId} has two posts in ${language}.`);
    translations.set(key, { postId, setId, originalId: record.original?.postId });
    return record;
  },
  finish: ({ translations }) => {
    const setOf = new Map([...translations.values()].map(({ postId, setId }) => [postId, setId]));
    for (const { setId, originalId } of translations.values()) {
      const isInSet = originalId === undefined || setOf.get(originalId) === setId;
      if (!isInSet) throw new TransferError(`translations: ${originalId} is an original of another set.`);
    }
  },
  store: (trx, records, { serviceId, clock, translationSets }) => {
    const translations = records.map(({ setId: exported, isLead, original, ...record }) => {
      const setId = translationSets.get(exported) ?? newId(clock.now());
      translationSets.set(exported, setId);
      const { outdated = 0, missing = 0, extra = 0 } = original ?? {};
      return {
        ...record,
        serviceId,
        setId,
        isLead: Number(isLead),
        outdated,
        missing,
        extra,
        originalId: original?.postId ?? null,
        originalRevision: original?.revision ?? null,
        reviewedBlocks: original && JSON.stringify(original.reviewedBlocks),
      };
    });
    return insertNew(trx, { translations });
  },
});
