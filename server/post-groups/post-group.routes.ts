import { MAX_PAGE } from '#contract/paging.ts';
import { GroupPagerKey, GroupPostPagerKey, postGroupApi } from '#contract/post-groups.ts';
import type { Database } from '../database/connect.ts';
import type { PostGroupRow } from '../database/post-tables.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { endPage, readPager, toPage, withStart } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { listVisibleIdsOfGroup } from '../posts/adjacent.repository.ts';
import { toPublicPosts } from '../posts/post.presenter.ts';
import type { Post } from '../posts/post.repository.ts';
import { listPublishedPostsOfGroup } from '../posts/post-list.repository.ts';
import { withoutId } from './post-group.presenter.ts';
import { countPostsOfGroups, findGroup, listGroups, listVisiblePostIds } from './post-group.repository.ts';

export function postGroupRoutes(
  api: Api,
  { database: { reader }, clock, mediaUrl }: { database: Database; clock: Clock; mediaUrl: string },
): void {
  const now = () => toInstant(clock.now());

  api.implement(
    postGroupApi.list,
    async ({ params: { serviceId }, query: { count, order, isUsed, withPostIds, withPostCount, ...pager } }) => {
      const after = readPager(
        GroupPagerKey.refine((key) => key.serviceId === serviceId),
        pager,
      );
      const rows = await listGroups(reader, {
        serviceId,
        order,
        after,
        limit: count + 1,
        usedAt: isUsed ? now() : undefined,
      });
      const keyOf = ({ groupId, updatedAt }: PostGroupRow) => ({ groupId, serviceId, updatedAt });
      const { items, ...rest } = withStart(toPage(rows, count, keyOf), after, keyOf);
      const named = withPostIds ? items : [];
      const postIds = await listVisiblePostIds(reader, serviceId, named, { now: now(), limit: MAX_PAGE });
      const counts = await countPostsOfGroups(reader, serviceId, withPostCount ? items : [], now());
      return {
        items: items.map((group) => ({
          ...withoutId(group),
          ...present('postIds', postIds.get(group.groupId)),
          ...(withPostCount && { postCount: counts.get(group.groupId) ?? 0 }),
        })),
        ...rest,
      };
    },
  );

  api.implement(
    postGroupApi.find,
    async ({ params: { serviceId, slug }, query: { count, order, withBody, withTags, ...pager } }) => {
      const after = readPager(
        GroupPostPagerKey.refine((key) => key.slug === slug),
        pager,
      );
      const group = await findGroup(reader, serviceId, slug);
      if (!group) throw notFound();
      const options = { serviceId, groupId: group.groupId, order, after, limit: count + 1, now: now(), withBody };
      const { posts, firstPosition = 0, lastPosition = 0, hasMore } = await listPublishedPostsOfGroup(reader, options);
      const keyAt = (position: number) => (post: Post) => ({ postId: post.postId, slug, position });
      const { items, ...rest } = withStart(endPage(posts, hasMore, keyAt(lastPosition)), after, keyAt(firstPosition));
      const postIds = items.map(({ postId }) => postId);
      const visible = await listVisibleIdsOfGroup(reader, options);
      const startNumber = visible.indexOf(postIds[0] ?? '') + 1;
      return {
        ...withoutId(group),
        ...present('postIds', postIds),
        postCount: visible.length,
        ...(startNumber > 0 && { startNumber }),
        ...present('posts', await toPublicPosts(reader, items, { ...options, mediaUrl, withTags })),
        ...rest,
      };
    },
  );
}

function present<Name extends string, Item>(name: Name, items: Item[] | undefined): { [K in Name]?: Item[] } {
  return items && items.length > 0 ? ({ [name]: items } as { [K in Name]?: Item[] }) : {};
}
