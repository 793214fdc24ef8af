import type { Transaction } from 'kysely';
import { emitServiceRaised } from './commits.ts';
import type { Tables } from './tables.ts';

/**
 * Invalidates caches. Part of every transaction with visible changes. Called first, it also serializes writers of a
 * service on PostgreSQL.
 */
export async function raiseServiceRevision(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx
    .updateTable('services')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .execute();
  await emitServiceRaised(trx, serviceId);
}

/** Serializes writes that readers do not see. */
export async function holdService(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx
    .updateTable('services')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('serviceId', '=', serviceId)
    .execute();
}
