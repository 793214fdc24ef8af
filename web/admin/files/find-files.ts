import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import type { Call } from '#contract/api-client.ts';
import type { RequestOf } from '#contract/endpoint.ts';

export interface FoundFiles {
  readonly files: readonly AdminFile[];
  /** Where the next page begins, if there is one. */
  readonly nextToken: string | undefined;
}

/** Pages in a row that may hold nothing before somebody is asked whether to go on. */
const MAX_EMPTY = 5;

/** A page of a library. In a large one a search may answer with an empty page and more after it: those are passed. */
export async function findFiles(call: Call, request: RequestOf<typeof adminFileApi.list>): Promise<FoundFiles> {
  let nextToken = request.query?.pageToken;
  for (let asked = 0; ; asked += 1) {
    const page = await call(adminFileApi.list, { ...request, query: { ...request.query, pageToken: nextToken } });
    nextToken = page.pageToken ?? undefined;
    if (page.items.length > 0 || nextToken === undefined || asked === MAX_EMPTY)
      return { files: page.items, nextToken };
  }
}
