import { type FilePlace, FilePlace as FilePlaces, type FileUse } from '#contract/admin-files.ts';
import { statusAt } from '#contract/post-status.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../../database/connect.ts';
import { listPlaces, listUsingPosts } from './file-uses.repository.ts';

export interface UsesOptions {
  readonly serviceId: string;
  readonly fileId: string;
  readonly after: string | undefined;
  readonly limit: number;
  readonly now: string;
}

export async function listUses(db: Db, { serviceId, fileId, after, limit, now }: UsesOptions): Promise<FileUse[]> {
  const posts = await listUsingPosts(db, { serviceId, fileId, after, limit });
  const postIds = posts.map(({ postId }) => postId);
  const places = Map.groupBy(await listPlaces(db, { serviceId, fileId, postIds }), ({ postId }) => postId);
  return posts.map(({ postId, slug, title, status, effectiveAt }) => ({
    postId,
    slug: slug ?? '',
    title: title ?? '',
    status: status === null ? null : statusAt({ status: status as PostStatus, effectiveAt }, now),
    places: FilePlaces.options.filter((place) => hasPlace(places.get(postId) ?? [], place)),
  }));
}

function hasPlace(uses: readonly { readonly place: string }[], place: FilePlace): boolean {
  return uses.some((use) => use.place === place);
}
