import { setImmediate } from 'node:timers/promises';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import { holdService, raiseServiceRevision } from '../database/service-revision.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Log } from '../platform/log.ts';
import { INDEX_VERSION, indexNewPosts } from './index-posts.ts';
import {
  deleteSomePostings,
  findIndexVersion,
  forgetSearchNumbers,
  listServicesToIndex,
  listUnindexed,
  saveNewIndex,
  type UnindexedPost,
} from './search-index.repository.ts';

const EVERY_MS = 60_000;
/** Limits of one transaction, because other writers wait for it. */
const MAX_POSTS = 100;
const MAX_BYTES = 500_000;
const MAX_ROWS = 2000;

interface IndexTools {
  readonly database: Database;
  readonly log: Log;
}

/** Indexes posts older than the index and those of imported services. */
export function startSearchIndexing(tools: IndexTools): Repeating {
  const { log } = tools;
  return startRepeating(
    async (signal) => {
      const indexed = await indexAllServices(tools, signal);
      if (indexed > 0) log.info({ indexed }, 'search index updated');
    },
    { everyMs: EVERY_MS, log, failure: 'posts could not be indexed for search' },
  );
}

/** Uses small transactions, so that requests are served meanwhile. */
export async function indexAllServices(
  { database }: Pick<IndexTools, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  let indexed = 0;
  for (const { serviceId, version } of await listServicesToIndex(database.reader)) {
    if (version !== null && version !== INDEX_VERSION) await emptyIndex(database, serviceId, signal);
    for (let some = -1; some !== 0 && !signal?.aborted; ) {
      some = await indexSome(database, serviceId);
      indexed += some;
      await setImmediate();
    }
  }
  return indexed;
}

async function indexSome({ reader, writer }: Database, serviceId: string): Promise<number> {
  if ((await listUnindexed(reader, serviceId, 1)).length === 0) return 0;
  return writeTransaction(writer, async (trx) => {
    // Search results change, so cached responses must expire.
    await raiseServiceRevision(trx, serviceId);
    const posts = upToSize(await listUnindexed(trx, serviceId, MAX_POSTS));
    return indexNewPosts(
      trx,
      serviceId,
      posts.map(({ postId }) => postId),
    );
  });
}

function upToSize(posts: readonly UnindexedPost[]): readonly UnindexedPost[] {
  let bytes = 0;
  return posts.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= MAX_BYTES;
  });
}

/** Keeps the old version until the index is empty, so that nobody reads or writes it meanwhile. */
async function emptyIndex({ writer }: Database, serviceId: string, signal: AbortSignal | undefined): Promise<void> {
  for (let isDone = false; !isDone && !signal?.aborted; ) {
    isDone = await writeTransaction(writer, async (trx) => {
      await holdService(trx, serviceId);
      if ((await findIndexVersion(trx, serviceId)) === INDEX_VERSION) return true;
      if (await deleteSomePostings(trx, serviceId, MAX_ROWS)) return false;
      if ((await forgetSearchNumbers(trx, serviceId, MAX_ROWS)) > 0) return false;
      await saveNewIndex(trx, serviceId, INDEX_VERSION);
      return true;
    });
    await setImmediate();
  }
}
