import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';

/** A post as far as its card shows it, and what tells whether readers may see it. */
export interface CardPost {
  readonly postId: string;
  readonly title: string;
  readonly status: PostStatus;
  readonly publishAt: string | null;
  readonly effectiveAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

/** Any post of the service, whatever its state. */
export async function findCardPost(db: Db, serviceId: string, slug: string): Promise<CardPost | undefined> {
  return db
    .selectFrom('posts')
    .select(['postId', 'title', 'status', 'publishAt', 'effectiveAt', 'createdAt', 'updatedAt'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}
