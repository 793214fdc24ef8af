import type { Order } from '#contract/paging.ts';
import { type ListedContent, MAX_CONTENTS, type ServiceContent } from '#contract/service-contents.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';

const columns = [
  'serviceId',
  'contentId',
  'commentDefaultPublishStatus',
  'revision',
  'createdAt',
  'updatedAt',
] as const;

export async function listContents(
  db: Db,
  serviceId: string,
  { after, order, limit }: { after?: string | undefined; order: Order; limit: number },
): Promise<ServiceContent[]> {
  let query = db
    .selectFrom('serviceContents')
    .select(columns)
    .$narrowType<ServiceContent>()
    .where('serviceId', '=', serviceId)
    .orderBy('contentId', order)
    .limit(limit);
  if (after !== undefined) query = query.where('contentId', order === 'asc' ? '>' : '<', after);
  return query.execute();
}

export async function withPosts(
  db: Db,
  serviceId: string,
  contents: readonly ServiceContent[],
): Promise<ListedContent[]> {
  const ids = contents.map(({ contentId }) => contentId);
  if (ids.length === 0) return [];
  const posts = await db
    .selectFrom('serviceContents')
    .innerJoin('posts', (join) =>
      join.on('posts.postId', '=', (eb) =>
        eb
          .selectFrom('posts as one')
          .select(({ fn }) => fn.min('one.postId').as('postId'))
          .where('one.serviceId', '=', serviceId)
          .whereRef('one.contentId', '=', 'serviceContents.contentId'),
      ),
    )
    .select(['serviceContents.contentId', 'posts.postId', 'posts.title'])
    .where('serviceContents.serviceId', '=', serviceId)
    .where('serviceContents.contentId', 'in', ids)
    .execute();
  const postOf = new Map(posts.map(({ contentId, ...post }) => [contentId, post]));
  return contents.map((content) => {
    const post = postOf.get(content.contentId);
    return { ...content, ...(post && { post }) };
  });
}

export async function findContent(db: Db, serviceId: string, contentId: string): Promise<ServiceContent | undefined> {
  return db
    .selectFrom('serviceContents')
    .select(columns)
    .$narrowType<ServiceContent>()
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .executeTakeFirst();
}

export async function isRegisterFull(db: Db, serviceId: string): Promise<boolean> {
  const last = db
    .selectFrom('serviceContents')
    .select('contentId')
    .where('serviceId', '=', serviceId)
    .limit(1)
    .offset(MAX_CONTENTS - 1);
  return (await last.executeTakeFirst()) !== undefined;
}

/**
 * For services without registered ids, where all contents accept comments. Descending by id, at most `MAX_CONTENTS`.
 */
export async function listOpenContents(
  db: Db,
  serviceId: string,
  besides: string,
): Promise<{ readonly contentId: string; readonly title: string }[]> {
  return db
    .selectFrom('posts')
    .select(({ fn }) => ['contentId', fn.min('title').as('title')])
    .where('serviceId', '=', serviceId)
    .where('contentId', '!=', besides)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('serviceContents').select('contentId').where('serviceId', '=', serviceId))),
    )
    .groupBy('contentId')
    .orderBy('contentId', 'desc')
    .limit(MAX_CONTENTS)
    .execute();
}

export async function insertContents(trx: Transaction, contents: readonly ServiceContent[]): Promise<void> {
  await trx.insertInto('serviceContents').values(contents).execute();
}

export async function updateContent(
  trx: Transaction,
  { serviceId, contentId, ...change }: Omit<ServiceContent, 'createdAt'>,
): Promise<void> {
  await trx
    .updateTable('serviceContents')
    .set(change)
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .execute();
}

export async function deleteContent(trx: Transaction, serviceId: string, contentId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('serviceContents')
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
