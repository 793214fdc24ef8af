import type { Transaction } from 'kysely';
import { sayServiceRaised } from './commits.ts';
import type { Tables } from './tables.ts';

/**
 * Tells every reader's cache that something of the service has changed: part of the transaction of each such write.
 * As its first step, it also makes writers of one service wait for each other on PostgreSQL.
 */
export async function raiseServiceRevision(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx
    .updateTable('services')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .execute();
  await sayServiceRaised(trx, serviceId);
}

/** Makes writers of one service wait for each other, where they write what readers cannot see. */
export async function holdService(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx
    .updateTable('services')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('serviceId', '=', serviceId)
    .execute();
}
