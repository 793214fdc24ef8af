import type { Database } from '../database/connect.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { HttpError } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { indexPosts } from '../post-search/index.ts';
import { markStaticFileOfPost } from '../publishing/static-files/static-file.repository.ts';
import { RENDER_VERSION, type Rendered, type Renderer } from '../rendering/index.ts';
import { toDerivedColumns } from './imported-post.ts';
import { listStaleRenderings, type StalePost, updateRendering } from './rerender.repository.ts';

const BATCH = 20;

interface RerenderOptions {
  readonly database: Database;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal?: AbortSignal;
}

/** Posts that fail stay unchanged until the next run. */
export async function rerenderPosts({ database, renderer, clock, log, signal }: RerenderOptions): Promise<number> {
  let renewed = 0;
  for (let after: StalePost | undefined; ; ) {
    const stale = await listStaleRenderings(database.reader, { renderVersion: RENDER_VERSION, after, limit: BATCH });
    if (stale.length === 0) return renewed;
    for (const post of stale) {
      if (signal?.aborted) return renewed;
      const rendered = await renderOrLog(post, { renderer, log });
      if (rendered) {
        await storeRendering({ database, clock }, post, rendered);
        renewed += 1;
      }
    }
    after = stale.at(-1);
  }
}

async function renderOrLog(
  { postId, serviceId, ...source }: StalePost,
  { renderer, log }: Pick<RerenderOptions, 'renderer' | 'log'>,
): Promise<Rendered | undefined> {
  try {
    return await renderer.render(source);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    log.warn({ postId, serviceId, reason: error.body.message }, 're-rendering post failed');
    return undefined;
  }
}

async function storeRendering(
  { database, clock }: Pick<RerenderOptions, 'database' | 'clock'>,
  post: StalePost,
  rendered: Rendered,
): Promise<void> {
  await writeTransaction(database.writer, async (trx) => {
    await raiseServiceRevision(trx, post.serviceId);
    await updateRendering(trx, post, toDerivedColumns(rendered));
    await indexPosts(trx, post.serviceId, [post.postId]);
    await markStaticFileOfPost(trx, { ...post, now: toInstant(clock.now()) });
  });
}
