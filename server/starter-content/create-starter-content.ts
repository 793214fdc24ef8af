import { join } from 'node:path';
import { storeComment } from '../comments/index.ts';
import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { insertFile } from '../media/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import { insertGroupOfPosts } from '../post-groups/index.ts';
import { type ContentBounds, findPostIdBySlug } from '../posts/index.ts';
import { createService, isAnyService } from '../services/index.ts';
import type { Storage } from '../storage/index.ts';
import { readStarterPictures, type StarterPicture } from './starter-pictures.ts';

interface StarterService {
  readonly serviceId: string;
  readonly label: string;
  readonly description: string;
  readonly folder: string;
  readonly group: { readonly slug: string; readonly label: string; readonly postSlugs: readonly string[] };
  readonly comment: {
    readonly slug: string;
    readonly nickname: string;
    readonly area: string;
    readonly body: string;
  };
}

const FOLDER = join(import.meta.dirname, 'posts');
const FIRST_STEPS = ['what-kawaraban-is', 'writing-a-post', 'scheduling'];

/** The same six posts in English and in Japanese. */
export const STARTER_SERVICES: readonly StarterService[] = [
  {
    serviceId: 'news',
    label: 'Kawaraban',
    description: 'How to write, publish and run a site with Kawaraban.',
    folder: join(FOLDER, 'en'),
    group: { slug: 'getting-started', label: 'Getting started', postSlugs: FIRST_STEPS },
    comment: {
      slug: 'what-kawaraban-is',
      nickname: 'Martha',
      area: 'Portland',
      body: 'Our neighborhood newsletter was online before my coffee got cold. Thank you!',
    },
  },
  {
    serviceId: 'news-ja',
    label: '瓦版',
    description: 'Kawarabanでの記事の書き方、公開のしかた、サイトの運用方法を紹介します。',
    folder: join(FOLDER, 'ja'),
    group: { slug: 'getting-started', label: 'はじめに', postSlugs: FIRST_STEPS },
    comment: {
      slug: 'what-kawaraban-is',
      nickname: 'はな',
      area: '京都',
      body: 'はじめまして。さっそく町内会のお知らせを載せてみました。スマートフォンでも読みやすいです。',
    },
  },
];

interface StarterTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly content: ContentBounds;
  readonly storage: Storage;
  readonly mediaUrl: string;
}

/** Returns false when a service exists, also when another process creates it concurrently. */
export async function createStarterContent(
  tools: StarterTools,
  services: readonly StarterService[] = STARTER_SERVICES,
): Promise<boolean> {
  const { database, storage } = tools;
  if (await isAnyService(database.reader)) return false;
  const prepared = await Promise.all(services.map((service) => prepare(service, tools)));
  const pictures = prepared.flatMap((each) => each.pictures);
  try {
    for (const { key, bytes } of pictures) await storage.put(key, bytes);
    const isCreated = await database.writer.transaction().execute(async (trx) => {
      if (await isAnyService(trx)) return false;
      for (const each of prepared) await storeService(trx, tools, each);
      return true;
    });
    if (!isCreated) await deletePictures(storage, pictures);
    return isCreated;
  } catch (error) {
    await deletePictures(storage, pictures).catch(() => {});
    if (await isAnyService(database.writer)) return false;
    throw error;
  }
}

type PreparedService = Awaited<ReturnType<typeof prepare>>;

async function prepare(service: StarterService, { clock, mediaUrl }: StarterTools) {
  const { prepareMarkdownFolder } = await import('../import/index.ts');
  const pictures = await readStarterPictures(service.serviceId, { clock, mediaUrl });
  const media = { take: async (address: string) => pictures.find(({ name }) => name === address) };
  const source = `starter-content/${service.serviceId}`;
  return { service, pictures, posts: await prepareMarkdownFolder(service.folder, { source, clock, media }) };
}

async function storeService(
  trx: Transaction,
  { clock, content }: StarterTools,
  { service, pictures, posts }: PreparedService,
): Promise<void> {
  const { storePost } = await import('../import/index.ts');
  const { serviceId, label, description } = service;
  // On PostgreSQL the unique id makes a concurrent process wait here.
  await createService(
    trx,
    { clock },
    { serviceId, label, functions: ['post', 'comment'], configs: { siteDescription: description } },
  );
  for (const { row } of pictures) await insertFile(trx, row);
  const options = { clock, content, serviceId, isOverwriting: false };
  for (const { read, prepared } of posts) {
    const picture = pictures.find(({ slug }) => slug === prepared.slug);
    const thumbnail = picture && { fileId: picture.row.fileId, mimeType: picture.row.mimeType };
    const publishAt = notInFuture(prepared.publishAt, clock);
    await storePost(trx, options, read, { ...prepared, publishAt, thumbnail });
  }
  await storeGroup(trx, service, clock);
  await storeStarterComment(trx, service, clock);
}

async function storeGroup(trx: Transaction, { serviceId, group }: StarterService, clock: Clock): Promise<void> {
  const { slug, label, postSlugs } = group;
  const postIds: string[] = [];
  for (const postSlug of postSlugs) {
    const postId = await findPostIdBySlug(trx, serviceId, postSlug);
    if (postId !== undefined) postIds.push(postId);
  }
  await insertGroupOfPosts(trx, { clock }, { serviceId, slug, label, postIds });
}

async function storeStarterComment(
  trx: Transaction,
  { serviceId, comment: { slug, ...comment } }: StarterService,
  clock: Clock,
): Promise<void> {
  const contentId = await findPostIdBySlug(trx, serviceId, slug);
  if (contentId === undefined) return;
  const now = clock.now();
  await storeComment(trx, {
    ...comment,
    serviceId,
    contentId,
    age: '',
    publishStatus: 'publish',
    heldFor: null,
    replyTo: null,
    commentId: nextId(clock, now),
    createdAt: toInstant(now),
    authorId: `guest:${comment.nickname}`,
    addressHash: null,
    sealedAddress: null,
    userAgent: null,
  });
}

async function deletePictures(storage: Storage, pictures: readonly StarterPicture[]): Promise<void> {
  for (const { key } of pictures) await storage.delete(key);
}

function notInFuture(date: Date | undefined, clock: Clock): Date {
  const now = clock.now();
  return date === undefined || date > now ? now : date;
}
