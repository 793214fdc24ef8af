import type { Transaction } from 'kysely';
import { storeComment } from '../comments/index.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import { findPostIdBySlug } from '../posts/index.ts';

const COMMENTS = [
  {
    slug: 'what-kawaraban-is',
    nickname: 'Martha',
    area: 'Bristol',
    body: 'Two commands and a cup of tea, and our parish newsletter had a page of its own.\nThe tea was still warm.',
  },
  {
    slug: 'what-kawaraban-is',
    nickname: 'Theo',
    area: '',
    body: 'I came for the API and stayed for the pages that need no JavaScript. Thank you for keeping it small!',
  },
  {
    slug: 'writing-a-post',
    nickname: 'はな',
    area: '京都',
    body: 'はじめまして。さっそく記事を一つ書いてみました。\n書きながら、読む人に見える姿を確かめられるのがうれしいです。',
  },
  {
    slug: 'writing-a-post',
    nickname: '版木職人',
    area: '',
    body: '脚注や表の書き方が一つの記事にまとまっていて、とても助かりました。次は予約投稿を試してみます。',
  },
];

export async function storeStarterComments(
  trx: Transaction<Tables>,
  { serviceId, clock }: { readonly serviceId: string; readonly clock: Clock },
): Promise<void> {
  const now = clock.now();
  for (const { slug, ...said } of COMMENTS) {
    const postId = await findPostIdBySlug(trx, serviceId, slug);
    if (postId === undefined) continue;
    await storeComment(trx, {
      ...{ ...said, serviceId, contentId: postId, age: '', publishStatus: 'publish', heldFor: null },
      ...{ commentId: nextId(clock, now), createdAt: toInstant(now), authorId: `guest:${said.nickname}` },
      ...{ addressHash: null, sealedAddress: null, userAgent: null },
    });
  }
}
