import type { Db } from '../database/connect.ts';

export interface ServiceRevision {
  readonly serviceId: string;
  readonly revision: number;
  /** When the next of its posts comes into readers' lists. */
  readonly nextListedAt: string | null;
}

export async function listServiceRevisions(db: Db, now: string): Promise<ServiceRevision[]> {
  return db
    .selectFrom('services')
    .select((eb) => [
      'serviceId',
      'revision',
      eb
        .selectFrom('posts')
        .select(({ fn }) => fn.min('posts.listedAt').as('listedAt'))
        .whereRef('posts.serviceId', '=', 'services.serviceId')
        .where('posts.listedAt', '>', now)
        .as('nextListedAt'),
    ])
    .orderBy('serviceId')
    .execute();
}
