import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { storeComment } from '../comments/index.ts';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import { type ContentBounds, findPostIdBySlug } from '../posts/index.ts';
import { createService, isAnyService } from '../services/index.ts';

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

async function storeStarterComments(
  trx: Transaction<Tables>,
  { serviceId, clock }: { readonly serviceId: string; readonly clock: Clock },
): Promise<void> {
  const now = clock.now();
  for (const { slug, ...comment } of COMMENTS) {
    const postId = await findPostIdBySlug(trx, serviceId, slug);
    if (postId === undefined) continue;
    await storeComment(trx, {
      ...comment,
      serviceId,
      contentId: postId,
      age: '',
      publishStatus: 'publish',
      heldFor: null,
      commentId: nextId(clock, now),
      createdAt: toInstant(now),
      authorId: `guest:${comment.nickname}`,
      addressHash: null,
      sealedAddress: null,
      userAgent: null,
    });
  }
}

const FOLDER = join(import.meta.dirname, 'posts');
const SERVICE = { serviceId: 'news', label: 'Kawaraban', functions: ['post', 'comment'] } as const;

/** Returns false when a service exists, also when another process creates it concurrently. */
export async function createStarterContent(
  { database, clock, content }: { database: Database; clock: Clock; content: ContentBounds },
  folder = FOLDER,
): Promise<boolean> {
  if (await isAnyService(database.reader)) return false;
  const { prepareMarkdownFolder, storePost } = await import('../import/index.ts');
  const posts = await prepareMarkdownFolder(folder, { source: 'starter-content', clock });
  try {
    return await database.writer.transaction().execute(async (trx) => {
      if (await isAnyService(trx)) return false;
      // On PostgreSQL the unique id makes a concurrent process wait here.
      await createService(trx, { clock }, SERVICE);
      const options = { clock, content, serviceId: SERVICE.serviceId, isOverwriting: false };
      for (const { read, prepared } of posts) {
        await storePost(trx, options, read, { ...prepared, publishAt: notInFuture(prepared.publishAt, clock) });
      }
      await storeStarterComments(trx, { ...SERVICE, clock });
      return true;
    });
  } catch (error) {
    if (await isAnyService(database.writer)) return false;
    throw error;
  }
}

function notInFuture(date: Date | undefined, clock: Clock): Date {
  const now = clock.now();
  return date === undefined || date > now ? now : date;
}
