import type { PublicPost } from '#contract/posts.ts';
import { toWireState } from './post-state.ts';
import { categoryPathOf, type Post } from './stored-post.ts';

/** What readers may know of a post; whatever is empty is left out. */
export function toPublicPost(post: Post, now: string): PublicPost {
  const { postId, slug, serviceId, title, bodyFormat, createdAt } = post;
  const state = toWireState(post, now);
  return {
    ...{ postId, slug, serviceId, title, bodyFormat, createdAt },
    ...state,
    ...present({
      description: post.description,
      author: post.author,
      excerpt: post.excerpt,
      body: post.body,
      bodyHtml: post.bodyHtml,
      bodyText: post.bodyText,
      publishAt: post.publishAt,
      effectiveAt: state.status === 'reserved' ? post.effectiveAt : null,
      updatedAt: post.updatedAt,
      categorySlug: post.categorySlug,
      categoryPath: categoryPathOf(post),
      links: post.links?.length ? [...post.links] : null,
    }),
  };
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function present<T extends object>(values: T): Present<T> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(kept) as Present<T>;
}
