import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../../database/connect.ts';
import type { PostState } from '../../posts/post-state.ts';

export async function findPostState(db: Db, serviceId: string, slug: string): Promise<PostState | undefined> {
  return db
    .selectFrom('posts')
    .select(['status', 'publishAt', 'effectiveAt'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}
