import type { DatabaseTarget } from '../database/connect.ts';
import { type CopiedDatabase, type CopyDatabaseOptions, copyDatabase, isInUse } from './tables/copy-database.ts';
import { openClient, postgresIdentity } from './tables/postgres-client.ts';
import { sqliteIdentity } from './tables/sqlite-source.ts';
import { UNFINISHED } from './tables/sqlite-target.ts';
import { TransferError } from './transfer-error.ts';

export type MoveOptions = Pick<CopyDatabaseOptions, 'from' | 'to' | 'signal' | 'onProgress' | 'onRestarted'>;

/** Continues an interrupted copy. */
export async function moveDatabase(options: MoveOptions): Promise<CopiedDatabase> {
  if (await isInUse(options.from))
    throw new TransferError(
      'The database is in use: stop the server first, so that nothing is written that stays behind.',
    );
  return copyDatabase({
    ...options,
    isReplacing: false,
    checkSource: async ({ identity }) => {
      if ((await identitiesOf(options.to)).includes(identity))
        throw new TransferError('That is the database that is configured: name another one.');
    },
    beforeFinish: async (source) => {
      if (await source.hasChanged())
        throw new TransferError(
          'Something was written to the database while it was copied: stop the server, and run this again.',
        );
    },
  });
}

async function identitiesOf(target: DatabaseTarget): Promise<string[]> {
  if (target.engine === 'sqlite') return [target.path, `${target.path}${UNFINISHED}`].map(sqliteIdentity);
  await using client = await openClient(target.url);
  return [await postgresIdentity(client)];
}
