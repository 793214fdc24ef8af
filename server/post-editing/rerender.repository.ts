import type { BodyFormat } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import type { PostRow, Transaction } from '../database/tables.ts';

export interface StalePost
  extends Pick<PostRow, 'postId' | 'serviceId' | 'body' | 'language' | 'revision' | 'renderVersion'> {
  readonly bodyFormat: BodyFormat;
}

type StalePosition = Pick<PostRow, 'renderVersion' | 'postId'>;

export async function listStaleRenderings(
  db: Db,
  { renderVersion, after, limit }: { renderVersion: number; after?: StalePosition | undefined; limit: number },
): Promise<StalePost[]> {
  let query = db
    .selectFrom('posts')
    .select(['postId', 'serviceId', 'body', 'bodyFormat', 'language', 'revision', 'renderVersion'])
    .$narrowType<{ bodyFormat: BodyFormat }>()
    .where('renderVersion', '<', renderVersion)
    .orderBy('renderVersion')
    .orderBy('postId')
    .limit(limit);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('renderVersion', 'postId'), '>', tuple(after.renderVersion, after.postId)),
    );
  }
  return query.execute();
}

/** Skips a post that was saved in the meantime. */
export async function updateRendering(
  trx: Transaction,
  { serviceId, postId, revision }: Pick<PostRow, 'serviceId' | 'postId' | 'revision'>,
  rendering: Pick<PostRow, 'bodyHtml' | 'bodyText' | 'excerpt' | 'renderVersion' | 'headings' | 'readingSeconds'>,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set(rendering)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '=', revision)
    .execute();
}
