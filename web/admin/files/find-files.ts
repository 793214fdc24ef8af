import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import type { Call } from '#contract/api-client.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { skipEmptyPages } from '../ui/search-params.ts';

interface FoundFiles {
  readonly files: readonly AdminFile[];
  readonly nextToken: string | undefined;
}

export async function findFiles(call: Call, request: RequestOf<typeof adminFileApi.list>): Promise<FoundFiles> {
  const page = await skipEmptyPages(
    (pageToken) => call(adminFileApi.list, { ...request, query: { ...request.query, pageToken } }),
    request.query?.pageToken,
  );
  return { files: page.items, nextToken: page.pageToken ?? undefined };
}
