import type { ComparedBlock, TranslationBlock, TranslationMember, TranslationReview } from '#contract/translations.ts';
import { adminPost, idFor } from '../posts/post.fixtures.ts';

export const ORIGINAL_ID = adminPost().postId;
export const DRAFT_ID = idFor('tour-ja');

export function originalMember(member: Partial<TranslationMember> = {}): TranslationMember {
  return {
    ...{ postId: ORIGINAL_ID, serviceId: 'news', slug: 'tour', title: 'A tour', language: 'en' },
    ...{ status: 'published', revision: 3, originalId: null, isAccessible: true },
    ...{ outdated: 0, missing: 0, extra: 0 },
    ...member,
  };
}

export function japaneseMember(member: Partial<TranslationMember> = {}): TranslationMember {
  return originalMember({
    ...{ postId: DRAFT_ID, slug: 'tour-ja', title: '町めぐり', language: 'ja', status: 'draft' },
    originalId: ORIGINAL_ID,
    ...member,
  });
}

function block(text: string, more: Partial<TranslationBlock> = {}): TranslationBlock {
  return { kind: 'paragraph', text, fingerprint: `of ${text}`, literals: [], ...more };
}

const compared = (state: ComparedBlock['state'], blocks: Partial<ComparedBlock>): ComparedBlock => ({
  ...{ state, original: null, former: null, translation: null },
  ...blocks,
});

const title = block('A tour', { kind: 'title' });
const picture = block('A bridge', { kind: 'picture', literals: ['/media/bridge.png'] });

export const BLOCKS: readonly ComparedBlock[] = [
  compared('current', { original: title, former: title, translation: block('町めぐり', { kind: 'title' }) }),
  compared('changed', {
    original: block('It starts at 10 by the river.'),
    former: block('It starts at 9 by the river.'),
    translation: block('川沿いを9時に出発します。'),
  }),
  compared('missing', { original: block('Bring an umbrella.') }),
  compared('extra', { former: block('Lunch is included.'), translation: block('昼食付きです。') }),
  compared('current', { original: picture, former: picture, translation: picture }),
  compared('current', { translation: block('訳者より') }),
];

export function review(blocks: readonly ComparedBlock[] = BLOCKS): TranslationReview {
  return {
    original: { ...originalMember({ postId: 'original' }), title: 'A tour' },
    translation: { ...japaneseMember({ postId: ORIGINAL_ID }), revision: 2 },
    blocks: [...blocks],
  };
}
