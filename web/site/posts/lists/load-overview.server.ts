import { groupPath, tagPath } from '#contract/page-paths.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { tagApi } from '#contract/tags.ts';
import { pageCall } from '../../../api/page-api.server.ts';
import type { ListArgs } from './load-post-list.server.ts';
import { type PageTurns, turnTo } from './turn-page.ts';

export interface ListedList {
  readonly label: string;
  readonly path: string;
}

export interface OverviewData {
  readonly lists: readonly ListedList[];
  readonly turns: PageTurns;
}

/** Only tags and groups with visible posts. */
const USED = { count: 50, isUsed: '1' };

export async function loadTags({ context, request, params }: ListArgs): Promise<OverviewData> {
  const { page, turns } = await turnTo(request.url, 'asc', (place) =>
    pageCall(context)(tagApi.list, { params, query: { ...USED, ...place } }),
  );
  const lists = page.items.map(({ label }) => ({ label, path: tagPath(params.serviceId, label) }));
  return { lists, turns };
}

export async function loadGroups({ context, request, params }: ListArgs): Promise<OverviewData> {
  const { page, turns } = await turnTo(request.url, 'desc', (place) =>
    pageCall(context)(postGroupApi.list, { params, query: { ...USED, withPostIds: '0', ...place } }),
  );
  const lists = page.items.map(({ slug, label }) => ({ label, path: groupPath(params.serviceId, slug) }));
  return { lists, turns };
}
