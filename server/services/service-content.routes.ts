import { messages } from '#contract/errors.ts';
import {
  MAX_CONTENTS,
  type ServiceContent,
  ServiceContentPagerKey,
  serviceContentApi,
} from '#contract/service-contents.ts';
import type { Database } from '../database/connect.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { created } from '../http/endpoint-pipeline.ts';
import { badRequest, notFound, requireRevision } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { findServiceConfigs } from './service-config.repository.ts';
import {
  deleteContent,
  findContent,
  insertContents,
  isRegisterFull,
  listContents,
  listOpenContents,
  updateContent,
  withPosts,
} from './service-content.repository.ts';

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

export interface ContentToSave extends Pick<ServiceContent, 'serviceId' | 'contentId' | 'commentDefaultPublishStatus'> {
  /** 0 for an unregistered id. */
  readonly revision?: number | undefined;
  /** Handling of other open contents when the first id of a service is registered. */
  readonly others?: 'register' | 'close' | undefined;
}

/** @throws {HttpError} 400 when nothing changes or there are too many, 404 or 409 for an outdated revision */
async function saveContent(
  trx: Transaction,
  { clock }: { readonly clock: Clock },
  { revision: seen, others = 'register', ...content }: ContentToSave,
): Promise<{ readonly content: ServiceContent; readonly isNew: boolean }> {
  const { serviceId, contentId, commentDefaultPublishStatus } = content;
  await raiseServiceRevision(trx, serviceId);
  const now = toInstant(clock.now());
  const stored = await findContent(trx, serviceId, contentId);
  if (!stored) {
    if (seen) throw notFound();
    if (await isRegisterFull(trx, serviceId)) throw badRequest(messages.tooManyContents);
    if (others === 'register') await registerOthers(trx, content, now);
    const added = { ...content, revision: 1, createdAt: now, updatedAt: null };
    await insertContents(trx, [added]);
    return { content: added, isNew: true };
  }
  await requireRevision(seen, () => stored);
  if (stored.commentDefaultPublishStatus === commentDefaultPublishStatus) {
    throw badRequest(messages.sameValue);
  }
  const changed = { ...content, revision: stored.revision + 1, updatedAt: now };
  await updateContent(trx, changed);
  return { content: { ...stored, ...changed }, isNew: false };
}

/** Registers the contents of all posts with the first id of a service, so that comments stay open. */
async function registerOthers(
  trx: Transaction,
  { serviceId, contentId }: Pick<ContentToSave, 'serviceId' | 'contentId'>,
  now: string,
): Promise<void> {
  const others = await listOpenContents(trx, serviceId, contentId);
  if (others.length >= MAX_CONTENTS) throw badRequest(messages.tooManyContents);
  if (others.length === 0) return;
  const { commentDefaultPublishStatus } = await findServiceConfigs(trx, serviceId, ['commentDefaultPublishStatus']);
  const shared = { serviceId, commentDefaultPublishStatus, revision: 1, createdAt: now, updatedAt: null };
  await insertContents(
    trx,
    others.map((each) => ({ ...shared, contentId: each.contentId })),
  );
}
