import { setImmediate } from 'node:timers/promises';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import { raiseRevisionOfPages } from '../database/service-revision.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Log } from '../platform/log.ts';
import { indexSomePosts } from './index-posts.ts';
import { findServiceToIndex } from './search-index.repository.ts';

const EVERY_MS = 60_000;

interface IndexTools {
  readonly database: Database;
  readonly log: Log;
}

/** Indexes posts of imported services, and all posts after an update that splits texts in another way. */
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
  { database: { reader, writer } }: Pick<IndexTools, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let indexed = 0; ; ) {
    const serviceId = signal?.aborted ? undefined : await findServiceToIndex(reader);
    if (serviceId === undefined) return indexed;
    indexed += await writeTransaction(writer, async (trx) => {
      // Search results change, so cached responses must expire.
      await raiseRevisionOfPages(trx, serviceId, []);
      return indexSomePosts(trx, serviceId);
    });
    await setImmediate();
  }
}
