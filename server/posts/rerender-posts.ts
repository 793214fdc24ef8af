import type { Database } from '../database/connect.ts';
import { raiseServiceRevision } from '../services/index.ts';
import { listStaleRenderings, updateRendering } from './post.repository.ts';
import { RENDER_VERSION, renderMarkdown } from './render-markdown.ts';

const BATCH = 20;

/**
 * Renders again what an older pipeline rendered, a batch at a time, so that readers are served meanwhile.
 * Answers with how many posts it renewed.
 */
export async function rerenderPosts({
  database,
  signal,
}: {
  database: Database;
  signal?: AbortSignal;
}): Promise<number> {
  for (let renewed = 0; ; ) {
    if (signal?.aborted) return renewed;
    const stale = await listStaleRenderings(database.reader, { renderVersion: RENDER_VERSION, limit: BATCH });
    if (stale.length === 0) return renewed;
    for (const post of stale) {
      const { html, text, excerpt } = await renderMarkdown(post.body);
      await database.writer.transaction().execute(async (trx) => {
        await updateRendering(trx, post, { bodyHtml: html, bodyText: text, excerpt, renderVersion: RENDER_VERSION });
        await raiseServiceRevision(trx, post.serviceId);
      });
      renewed += 1;
    }
  }
}
