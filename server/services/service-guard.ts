import { messages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { Guard } from '../platform/guard.ts';
import { isService } from './service.repository.ts';

/**
 * Refuses every call below a service that does not exist, before anything else of the call is read.
 * Where the service may be any, whether it exists is what the call asks.
 */
export function serviceGuard({ database }: { database: Database }): Guard {
  return async ({ path, access }, { params }) => {
    if (!path.includes(':serviceId') || (access.level !== 'public' && access.scope === 'any')) return;
    const { serviceId } = params as { serviceId: string };
    if (!isStorable(serviceId) || !(await isService(database.reader, serviceId)))
      throw notFound(messages.serviceMissing);
  };
}

/** What PostgreSQL would refuse even to compare with. */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}
