import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { toInstant } from '../../platform/clock.ts';
import { raiseServiceRevision } from '../../services/index.ts';
import { markStaticFilesOfFiles } from './static-file.repository.ts';

/** Invalidates cached responses and static files that show the files. Call in the transaction of the change. */
export async function noteFilesChanged(
  trx: Transaction<Tables>,
  { serviceId, fileIds, now }: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await raiseServiceRevision(trx, serviceId);
  await markStaticFilesOfFiles(trx, { serviceId, fileIds, now: toInstant(now) });
}
