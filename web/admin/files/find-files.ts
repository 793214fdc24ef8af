import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import type { Call } from '#contract/api-client.ts';
import type { RequestOf } from '#contract/endpoint.ts';

export interface FoundFiles {
  readonly files: readonly AdminFile[];
  readonly nextToken: string | undefined;
}

/** Maximum consecutive empty pages before the user is asked to continue. */
const MAX_EMPTY = 5;

/** A search may return empty pages with a cursor; these are skipped. */
export async function findFiles(call: Call, request: RequestOf<typeof adminFileApi.list>): Promise<FoundFiles> {
  let nextToken = request.query?.pageToken;
  for (let requested = 0; ; requested += 1) {
    const page = await call(adminFileApi.list, { ...request, query: { ...request.query, pageToken: nextToken } });
    nextToken = page.pageToken ?? undefined;
    if (page.items.length > 0 || nextToken === undefined || requested === MAX_EMPTY)
      return { files: page.items, nextToken };
  }
}
