import { messages } from '#contract/errors.ts';
import { type Tag, TagPagerKey, tagApi } from '#contract/tags.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage, withStart } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { findTag, listTags } from './tag.repository.ts';

export function tagRoutes(
  api: Api,
  { database: { reader }, clock }: { readonly database: Database; readonly clock: Clock },
): void {
  api.implement(tagApi.list, async ({ params: { serviceId }, query: { count, order, isUsed, ...pager } }) => {
    const after = readPager(TagPagerKey, pager)?.label;
    const usedAt = isUsed ? toInstant(clock.now()) : undefined;
    const tags = await listTags(reader, serviceId, { after, order, limit: count + 1, usedAt });
    const keyOf = ({ label }: Tag) => ({ label });
    return withStart(toPage(tags, count, keyOf), after, keyOf);
  });

  api.implement(tagApi.find, async ({ params: { serviceId, label } }) => {
    const tag = await findTag(reader, serviceId, label);
    if (!tag) throw notFound(messages.tagMissing);
    return tag;
  });
}
