import { messages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import type { Guard } from '../http/guard.ts';
import { isService } from './service.repository.ts';

/** Rejects calls of unknown services before anything else is validated, except where any service id is allowed. */
export function serviceGuard({ database }: { database: Database }): Guard {
  return async ({ path, access }, { params }) => {
    if (!path.includes(':serviceId') || (access.level !== 'public' && access.scope === 'any')) return;
    const { serviceId } = params as { serviceId: string };
    if (!isStorable(serviceId) || !(await isService(database.reader, serviceId)))
      throw notFound(messages.serviceMissing);
  };
}

/** Detects text that PostgreSQL cannot compare. */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}
