import { messages } from '#contract/errors.ts';
import { ServicePagerKey, serviceApi } from '#contract/services.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { Api } from '../platform/implement.ts';
import { readPager, toPage } from '../platform/pager.ts';
import { findPublicService, listPublicServices } from './service.repository.ts';

export function serviceRoutes(api: Api, { database }: { database: Database }): void {
  api.implement(serviceApi.list, async ({ query: { count, ...pager } }) => {
    const after = readPager(ServicePagerKey, pager)?.serviceId;
    const services = await listPublicServices(database.reader, { after, limit: count + 1 });
    return toPage(services, count, ({ serviceId }) => ({ serviceId }));
  });

  api.implement(serviceApi.find, async ({ params: { serviceId } }) => {
    const service = await findPublicService(database.reader, serviceId);
    if (!service) throw notFound(messages.serviceMissing);
    return service;
  });
}
