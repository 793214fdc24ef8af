import { messages } from '#contract/errors.ts';
import { looksLikeId } from '#contract/slugs.ts';
import type { Db } from '../database/connect.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { isPostOfAnotherService } from './admin-post.repository.ts';
import { findPost } from './post.repository.ts';
import type { WholePost } from './stored-post.ts';

export async function getPost(db: Db, serviceId: string, idOrSlug: string): Promise<WholePost> {
  const isId = looksLikeId(idOrSlug);
  const post = await findPost(db, serviceId, isId ? { postId: idOrSlug } : { slug: idOrSlug });
  if (post) return post;
  if (isId && (await isPostOfAnotherService(db, serviceId, idOrSlug))) {
    throw badRequest(messages.postOfAnotherService);
  }
  throw notFound();
}
