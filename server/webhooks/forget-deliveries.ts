import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import { firstIdAt } from '../platform/ids.ts';
import {
  deleteDeliveriesUpTo,
  deleteLeftEvents,
  deleteOldDeliveries,
  listOverflows,
} from './forget-deliveries.repository.ts';

const KEPT_MS = 30 * 24 * 60 * 60_000;
const KEPT_OF_WEBHOOK = 1000;
const BATCH = 500;

export async function forgetOldDeliveries(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { reader, writer } = database;
  await deleteOldDeliveries(writer, firstIdAt(new Date(clock.now().getTime() - KEPT_MS)));
  for (const overflow of await listOverflows(reader, KEPT_OF_WEBHOOK)) {
    if (signal.aborted) return;
    await deleteDeliveriesUpTo(writer, overflow);
  }
  while (!signal.aborted && (await deleteLeftEvents(writer, BATCH)) === BATCH);
}
