import { join } from 'node:path';
import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { ContentBounds } from '../posts/index.ts';
import { createService, isAnyService } from '../services/index.ts';
import { storeStarterComments } from './starter-comments.ts';

const FOLDER = join(import.meta.dirname, 'posts');
const SERVICE = { serviceId: 'news', label: 'Kawaraban', functions: ['post', 'comment'] } as const;

/**
 * Creates the first service with posts and comments, in one transaction. Returns false when a service exists, also when
 * another process creates it concurrently.
 */
export async function createStarterContent(
  { database, clock, content }: { database: Database; clock: Clock; content: ContentBounds },
  folder = FOLDER,
): Promise<boolean> {
  if (await isAnyService(database.reader)) return false;
  // Loads the importer only when needed.
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

/** Publishes the posts even when the clock is behind. */
function notInFuture(date: Date | undefined, clock: Clock): Date {
  const now = clock.now();
  return date === undefined || date > now ? now : date;
}
