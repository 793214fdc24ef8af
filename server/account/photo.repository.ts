import { PostgresAdapter } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { UserPhotoRow } from '../database/tables.ts';

export async function savePhoto(db: Db, { username, ...photo }: UserPhotoRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('userPhotos')
    .columns(['username', 'photoId', 'contentType', 'bytes', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ val }) => [
          'users.username',
          val(photo.photoId).as('photoId'),
          val(photo.contentType).as('contentType'),
          val(photo.bytes).as('bytes'),
          val(photo.createdAt).as('createdAt'),
        ])
        .where('users.username', '=', username)
        // Locks the user against concurrent deletion. SQLite has one writer at a time.
        .$if(db.getExecutor().adapter instanceof PostgresAdapter, (query) => query.forKeyShare()),
    )
    .onConflict((conflict) => conflict.column('username').doUpdateSet(photo))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deletePhoto(db: Db, username: string): Promise<void> {
  await db.deleteFrom('userPhotos').where('username', '=', username).execute();
}

export async function findPhotoOf(db: Db, username: string): Promise<UserPhotoRow | undefined> {
  return db.selectFrom('userPhotos').selectAll().where('username', '=', username).executeTakeFirst();
}

export async function findPhotoIdOf(db: Db, username: string): Promise<string | undefined> {
  const row = await db.selectFrom('userPhotos').select('photoId').where('username', '=', username).executeTakeFirst();
  return row?.photoId;
}

export async function findPhoto(
  db: Db,
  photoId: string,
): Promise<Pick<UserPhotoRow, 'contentType' | 'bytes'> | undefined> {
  return db.selectFrom('userPhotos').select(['contentType', 'bytes']).where('photoId', '=', photoId).executeTakeFirst();
}
