import type { DatabaseTarget } from '../database/connect.ts';
import { type CopiedDatabase, type CopyDatabaseOptions, copyDatabase, isInUse } from './tables/copy-database.ts';
import { openClient, postgresIdentity } from './tables/postgres-client.ts';
import { sqliteIdentity } from './tables/sqlite-source.ts';
import { UNFINISHED } from './tables/sqlite-target.ts';
import { TransferError } from './transfer-error.ts';

export type MoveOptions = Pick<CopyDatabaseOptions, 'from' | 'to' | 'signal' | 'onProgress' | 'onRestarted'>;

export async function moveDatabase(options: MoveOptions): Promise<CopiedDatabase> {
  if (await isInUse(options.from))
    throw new TransferError('The database is in use. Stop the server first, so that no changes are missed.');
  return copyDatabase({
    ...options,
    isReplacing: false,
    checkSource: async ({ identity }) => {
      if ((await identitiesOf(options.to)).includes(identity))
        throw new TransferError('This is the configured database. Use another one.');
    },
    beforeFinish: async (source) => {
      if (await source.hasChanged())
        throw new TransferError('The database changed during the copy. Stop the server and run the command again.');
    },
  });
}

async function identitiesOf(target: DatabaseTarget): Promise<string[]> {
  if (target.engine === 'sqlite') return [target.path, `${target.path}${UNFINISHED}`].map(sqliteIdentity);
  await using client = await openClient(target.url);
  return [await postgresIdentity(client)];
}
