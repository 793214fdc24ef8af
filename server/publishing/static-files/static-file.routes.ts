import { type PostCache, type PostCacheState, postCacheApi } from '#contract/post-cache.ts';
import type { Database } from '../../database/connect.ts';
import type { StaticFileRow } from '../../database/post-tables.ts';
import type { Api } from '../../http/implement.ts';
import { getPost } from '../../posts/find-post.ts';
import { findStaticFile, staticPathOf } from './static-file.repository.ts';

export interface StaticFileRouteTools {
  readonly database: Database;
  readonly config: { readonly mediaUrl: string };
}

export function staticFileRoutes(api: Api, { database, config }: StaticFileRouteTools): void {
  api.implement(postCacheApi.find, async ({ params: { serviceId, idOrSlug }, query: { withState } }) => {
    const { slug } = await getPost(database.reader, serviceId, idOrSlug);
    const path = staticPathOf(serviceId, slug);
    const file = await findStaticFile(database.reader, path);
    // Existing clients treat any response other than null as an existing file.
    if (!withState && !file?.writtenAt) return null;
    return { path, url: `${config.mediaUrl}/${path}`, ...describe(file) };
  });
}

function describe(file: StaticFileRow | undefined): Omit<PostCache, 'path' | 'url'> {
  const { writtenAt: uploadedAt = null, attempts = 0, dueAt = null, lastError = null } = file ?? {};
  const state = stateOf(file);
  const isFailed = state === 'failed';
  return { uploadedAt, state, attempts, error: isFailed ? lastError : null, nextTryAt: isFailed ? dueAt : null };
}

function stateOf(file: StaticFileRow | undefined): PostCacheState {
  if (!file) return 'none';
  if (file.attempts > 0) return 'failed';
  return file.dueAt === null ? 'written' : 'waiting';
}
