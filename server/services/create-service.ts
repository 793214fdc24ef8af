import type { Transaction } from 'kysely';
import type { ServiceFunction } from '#contract/services.ts';
import { insertRootCategory } from '../categories/index.ts';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { insertService } from './service.repository.ts';

/** Creates a service and the root of its categories. */
export async function createService(
  trx: Transaction<Tables>,
  { clock }: { clock: Clock },
  service: { serviceId: string; label: string; functions: readonly ServiceFunction[] },
): Promise<void> {
  const createdAt = toInstant(clock.now());
  await insertService(trx, { ...service, createdAt });
  await insertRootCategory(trx, service.serviceId, createdAt);
}
