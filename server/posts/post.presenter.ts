import type { z } from 'zod';
import type { PublicPost } from '#contract/posts.ts';
import type { JsonValue } from '#contract/text.ts';
import type { Db } from '../database/connect.ts';
import { listTagsOfPosts } from '../tags/index.ts';
import type { Post } from './post.repository.ts';
import { toWireState } from './post-state.ts';
import { ShownFiles } from './shown-files.ts';

interface PublicContext {
  readonly serviceId: string;
  readonly now: string;
  readonly mediaUrl: string;
}

export async function toPublicPosts(
  db: Db,
  posts: readonly Post[],
  { serviceId, now, mediaUrl, withTags = false }: PublicContext & { readonly withTags?: boolean },
): Promise<PublicPost[]> {
  const shown = await ShownFiles.of(db, posts, { serviceId, mediaUrl });
  const publicPosts = posts.map((post) => toPublicPost(post, { now, shown }));
  if (!withTags) return publicPosts;
  const postIds = posts.map(({ postId }) => postId);
  const tags = await listTagsOfPosts(db, serviceId, postIds);
  return publicPosts.map((post) => ({ ...post, tags: tags.get(post.postId) ?? [] }));
}

export function toPublicPost(post: Post, { now, shown }: { now: string; shown: ShownFiles }): PublicPost {
  const { postId, slug, serviceId, title, contentId, bodyFormat, createdAt, links = [] } = post;
  const images = post.images.flatMap((file) => shown.toReaders(file) ?? []);
  const files = post.files.flatMap((file) => shown.toReaders(file) ?? []);
  const state = toWireState(post, now);
  return {
    postId,
    slug,
    serviceId,
    title,
    contentId,
    bodyFormat,
    createdAt,
    ...state,
    ...present({
      label: post.label,
      description: post.description,
      author: post.author,
      language: post.language,
      excerpt: post.excerpt,
      body: post.body,
      bodyHtml: post.bodyHtml && shown.enrich(post.bodyHtml, post),
      bodyText: post.bodyText,
      bodyJson: bodyJsonOf(post),
      thumbnail: post.thumbnail && shown.toReaders(post.thumbnail),
      images: images.length > 0 ? images : null,
      files: files.length > 0 ? files : null,
      publishAt: post.publishAt,
      effectiveAt: state.status === 'reserved' ? post.effectiveAt : null,
      updatedAt: post.updatedAt,
      textUpdatedAt: post.textUpdatedAt,
      categorySlug: post.categorySlug,
      categoryPath: categoryPathOf(post),
      links: links.length > 0 ? [...links] : null,
      headings: post.headings?.length ? [...post.headings] : null,
      readingSeconds: post.readingSeconds || null,
    }),
  };
}

export function categoryPathOf({ categoryId, categoryParentPath }: Post): string | null {
  return categoryId === null ? null : `${categoryParentPath}#${categoryId}`;
}

export function bodyJsonOf({
  bodyFormat,
  body,
}: Pick<Post, 'bodyFormat' | 'body'>): z.infer<typeof JsonValue> | undefined {
  return bodyFormat === 'json' && body !== undefined ? JSON.parse(body) : undefined;
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function present<T extends object>(values: T): Present<T> {
  const nonEmpty: Present<T> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined && value !== null && value !== '') nonEmpty[name] = value;
  }
  return nonEmpty;
}
