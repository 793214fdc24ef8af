import type { PublicPost } from '#contract/posts.ts';
import { toWireState } from './post-state.ts';
import { bodyJsonOf, categoryPathOf, type Post } from './stored-post.ts';

/** What readers may know of a post; whatever is empty is left out. */
export function toPublicPost(post: Post, now: string): PublicPost {
  const { postId, slug, serviceId, title, contentId, bodyFormat, createdAt, images, files, links = [] } = post;
  const state = toWireState(post, now);
  return {
    ...{ postId, slug, serviceId, title, contentId, bodyFormat, createdAt },
    ...state,
    ...present({
      label: post.label,
      description: post.description,
      author: post.author,
      excerpt: post.excerpt,
      body: post.body,
      bodyHtml: post.bodyHtml,
      bodyText: post.bodyText,
      bodyJson: bodyJsonOf(post),
      thumbnail: post.thumbnail,
      images: images.length > 0 ? [...images] : null,
      files: files.length > 0 ? [...files] : null,
      publishAt: post.publishAt,
      effectiveAt: state.status === 'reserved' ? post.effectiveAt : null,
      updatedAt: post.updatedAt,
      categorySlug: post.categorySlug,
      categoryPath: categoryPathOf(post),
      links: links.length > 0 ? [...links] : null,
    }),
  };
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function present<T extends object>(values: T): Present<T> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(kept) as Present<T>;
}
