import { postGroupApi } from '#contract/post-groups.ts';
import { pageCall } from '../../../api/page-api.server.ts';
import { toPostSummary } from '../post-summary.ts';
import { asListed, type ListArgs, loadCategories, type PostListData } from './load-post-list.server.ts';
import { turnTo } from './turn-page.ts';

export interface GroupPostsData extends PostListData {
  readonly label: string;
  readonly count: number;
  /** Position of the first post on the page within the group, from 1. */
  readonly start: number;
}

export async function loadGroupPosts(args: ListArgs, slug: string): Promise<GroupPostsData> {
  const { context, request } = args;
  const params = { ...args.params, slug };
  const [categories, { page, turns }] = await Promise.all([
    loadCategories(args),
    turnTo(request.url, 'asc', async (place) => {
      const group = await pageCall(context)(postGroupApi.find, { params, query: { ...asListed, ...place } });
      // When reading in reverse, `startNumber` is the position of the last post shown.
      const { posts: items = [], startNumber: first = 1 } = group;
      return { ...group, items, start: place.order === 'asc' ? first : first - items.length + 1 };
    }),
  ]);
  const posts = page.items.map((post) => toPostSummary(post, categories));
  return { posts, turns, label: page.label, count: page.postCount, start: page.start };
}
