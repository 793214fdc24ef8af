import { messages } from '#contract/errors.ts';
import { TagPagerKey, tagApi } from '#contract/tags.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { Api } from '../platform/implement.ts';
import { readPager, toPage } from '../platform/pager.ts';
import { findTag, listTags } from './tag.repository.ts';

export function tagRoutes(api: Api, { database: { reader } }: { database: Database }): void {
  api.implement(tagApi.list, async ({ params: { serviceId }, query: { count, order, ...pager } }) => {
    const after = readPager(TagPagerKey, pager)?.label;
    const tags = await listTags(reader, serviceId, { after, order, limit: count + 1 });
    return toPage(tags, count, ({ label }) => ({ label }));
  });

  api.implement(tagApi.find, async ({ params: { serviceId, label } }) => {
    const tag = await findTag(reader, serviceId, label);
    if (!tag) throw notFound(messages.tagMissing);
    return tag;
  });
}
