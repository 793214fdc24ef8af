import { messages } from '#contract/errors.ts';
import { ServiceContentPagerKey, serviceContentApi } from '#contract/service-contents.ts';
import type { Database } from '../database/connect.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import { created } from '../http/endpoint-pipeline.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import type { Clock } from '../platform/clock.ts';
import { saveContent } from './save-content.ts';
import { deleteContent, findContent, listContents, listOpenContents, withPosts } from './service-content.repository.ts';

const SHOWN = 5;

export function serviceContentRoutes(
  api: Api,
  { database: { reader, writer }, clock }: { database: Database; clock: Clock },
): void {
  api.implement(serviceContentApi.list, async ({ params: { serviceId }, query: { count, order, ...pager } }) => {
    const after = readPager(ServiceContentPagerKey, pager)?.contentId;
    const contents = await listContents(reader, serviceId, { after, order, limit: count + 1 });
    const { items, ...page } = toPage(contents, count, ({ contentId }) => ({ contentId }));
    return { ...page, items: await withPosts(reader, serviceId, items) };
  });

  api.implement(serviceContentApi.open, async ({ params: { serviceId }, query: { besides = '' } }) => {
    const open = await listOpenContents(reader, serviceId, besides);
    return { count: open.length, titles: open.slice(0, SHOWN).map(({ title }) => title) };
  });

  api.implement(serviceContentApi.find, async ({ params: { serviceId, contentId } }) => {
    const content = await findContent(reader, serviceId, contentId);
    if (!content) throw notFound();
    return content;
  });

  api.implement(serviceContentApi.save, async ({ params, body }) => {
    const { content, isNew } = await writer
      .transaction()
      .execute((trx) => saveContent(trx, { clock }, { ...params, ...body }));
    return isNew ? created(content) : content;
  });

  api.implement(serviceContentApi.delete, async ({ params: { serviceId, contentId } }) => {
    const wasDeleted = await writer.transaction().execute(async (trx) => {
      await raiseServiceRevision(trx, serviceId);
      return deleteContent(trx, serviceId, contentId);
    });
    if (!wasDeleted) throw badRequest(messages.alreadyDeleted);
    return null;
  });
}
