import { messages } from '#contract/errors.ts';
import { type Tag, TagPagerKey, tagApi } from '#contract/tags.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage, withStart } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { countPostsOfTags, findTag, listTags } from './tag.repository.ts';

export function tagRoutes(
  api: Api,
  { database: { reader }, clock }: { readonly database: Database; readonly clock: Clock },
): void {
  api.implement(tagApi.list, async ({ params: { serviceId }, query }) => {
    const { count, order, isUsed, withPostCount, ...pager } = query;
    const after = readPager(TagPagerKey, pager)?.label;
    const now = toInstant(clock.now());
    const tags = await listTags(reader, serviceId, {
      after,
      order,
      limit: count + 1,
      usedAt: isUsed ? now : undefined,
    });
    const keyOf = ({ label }: Tag) => ({ label });
    const page = withStart(toPage(tags, count, keyOf), after, keyOf);
    if (!withPostCount) return page;
    const tagIds = page.items.map(({ tagId }) => tagId);
    const counts = await countPostsOfTags(reader, serviceId, tagIds, now);
    return { ...page, items: page.items.map((tag) => ({ ...tag, postCount: counts.get(tag.tagId) ?? 0 })) };
  });

  api.implement(tagApi.find, async ({ params: { serviceId, label } }) => {
    const tag = await findTag(reader, serviceId, label);
    if (!tag) throw notFound(messages.tagMissing);
    return tag;
  });
}
