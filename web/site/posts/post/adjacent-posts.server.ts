import type { RouterContextProvider } from 'react-router';
import { type GroupOfPost, postApi } from '#contract/posts.ts';
import { partCall } from '../../../api/page-api.server.ts';
import type { Neighbours, Series } from './adjacent-posts.tsx';

interface PostParams {
  readonly serviceId: string;
  readonly slug: string;
}

const MAX_SERIES = 3;

/** Loads the adjacent posts by date: undefined for posts that are not public, null when the call failed. */
export async function loadNeighbours(
  context: Readonly<RouterContextProvider>,
  params: PostParams,
): Promise<Neighbours | undefined | null> {
  const adjacent = await partCall(context, postApi.adjacent, { params, query: {} });
  return adjacent && { previous: adjacent.previous, next: adjacent.next };
}

export async function loadSeries(
  context: Readonly<RouterContextProvider>,
  params: PostParams,
  groups: readonly GroupOfPost[],
): Promise<{ readonly series: readonly Series[]; readonly isSeriesIncomplete: boolean }> {
  const found = await Promise.all(
    groups
      .slice(0, MAX_SERIES)
      .map(({ slug }) => partCall(context, postApi.adjacent, { params, query: { group: slug } })),
  );
  const series = found.flatMap((adjacent) => {
    if (!adjacent?.group) return [];
    const { previous, next, group } = adjacent;
    return [{ previous, next, ...group }];
  });
  return { series, isSeriesIncomplete: found.includes(null) };
}
