import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../../database/connect.ts';

export interface CardPost {
  readonly postId: string;
  readonly title: string;
  readonly status: PostStatus;
  readonly publishAt: string | null;
  readonly effectiveAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

export async function findCardPost(db: Db, serviceId: string, slug: string): Promise<CardPost | undefined> {
  return db
    .selectFrom('posts')
    .select(['postId', 'title', 'status', 'publishAt', 'effectiveAt', 'createdAt', 'updatedAt'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}
