import { newId } from '#server/platform/ids.ts';
import { type Given, givenPost } from './given.ts';

/** Copies a saved post, so that many posts are due at one tick. */
export async function givenReservedPosts(
  given: Given,
  { serviceId = 'news', effectiveAt, count }: { serviceId?: string; effectiveAt: string; count: number },
): Promise<string[]> {
  const { postId } = await givenPost(given, { serviceId, publishAt: new Date(effectiveAt) });
  const { writer } = given.database;
  const row = await writer.selectFrom('posts').selectAll().where('postId', '=', postId).executeTakeFirstOrThrow();
  if (row.status !== 'reserved') throw new Error(`${effectiveAt} is no time to come`);
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...row,
    postId: newId(new Date(effectiveAt)),
    slug: `${row.slug}-${index}`,
  }));
  // SQLite limits the number of bound values per statement.
  for (let start = 0; start < copies.length; start += 200) {
    await writer
      .insertInto('posts')
      .values(copies.slice(start, start + 200))
      .execute();
  }
  return [postId, ...copies.map((copy) => copy.postId)];
}
