import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Where the static file of a post stands in the media storage. */
export function staticPathOf(serviceId: string, slug: string): string {
  return `posts/${serviceId}/${slug}.json`;
}

/**
 * Notes that the static files of a post have to be brought up to date, in the transaction of whatever changed it: what
 * is to be done there is decided when it is done.
 */
export async function markStaticFiles(
  trx: Transaction<Tables>,
  { serviceId, postId, now }: { readonly serviceId: string; readonly postId: string; readonly now: string },
  slugs: readonly string[],
): Promise<void> {
  const rows = [...new Set(slugs)].map((slug) => ({
    ...{ path: staticPathOf(serviceId, slug), serviceId, postId },
    ...{ generation: 1, writtenAt: null, dueAt: now, attempts: 0, lastError: null },
  }));
  await trx
    .insertInto('staticFiles')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet((eb) => ({
        postId,
        generation: eb('staticFiles.generation', '+', 1),
        dueAt: now,
        attempts: 0,
      })),
    )
    .execute();
}
