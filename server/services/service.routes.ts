import { messages } from '#contract/errors.ts';
import { type PublicService, ServicePagerKey, serviceApi } from '#contract/services.ts';
import type { Database } from '../database/connect.ts';
import type { Guard } from '../http/endpoint-pipeline.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import { findPublicService, isService, listPublicServices } from './service.repository.ts';

export interface ServiceRouteTools {
  readonly database: Database;
  readonly isEnabledComment: boolean;
}

export function serviceRoutes(api: Api, { database, isEnabledComment }: ServiceRouteTools): void {
  const present = ({ takesComments, ...service }: PublicService): PublicService =>
    takesComments && isEnabledComment ? { ...service, takesComments } : service;

  api.implement(serviceApi.list, async ({ query: { count, ...pager } }) => {
    const after = readPager(ServicePagerKey, pager)?.serviceId;
    const services = await listPublicServices(database.reader, { after, limit: count + 1 });
    return toPage(services.map(present), count, ({ serviceId }) => ({ serviceId }));
  });

  api.implement(serviceApi.find, async ({ params: { serviceId } }) => {
    const service = await findPublicService(database.reader, serviceId);
    if (!service) throw notFound(messages.serviceMissing);
    return present(service);
  });
}

/** Rejects calls of unknown services before anything else is validated, except where any service id is allowed. */
export function serviceGuard({ database }: { database: Database }): Guard {
  return async ({ path, access }, { params }) => {
    if (!path.includes(':serviceId') || (access.level !== 'public' && access.scope === 'any')) return;
    const { serviceId } = params as { serviceId: string };
    if (!isStorable(serviceId) || !(await isService(database.reader, serviceId)))
      throw notFound(messages.serviceMissing);
  };
}

/** PostgreSQL cannot compare text with NUL or unpaired surrogates. */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}
