import type { Category } from '#contract/categories.ts';
import type { PublicPost } from '#contract/posts.ts';
import { authorNames } from './json-ld.ts';
import { type ListPicture, toListPicture } from './post-media.ts';

export interface PostSummary {
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  /** Language tag chosen by an editor, if any. */
  readonly language?: string | undefined;
  readonly publishedAt: string;
  readonly authors?: readonly string[];
  readonly readingSeconds?: number | undefined;
  readonly category: CategoryLink | undefined;
  readonly tags: readonly string[];
  readonly picture: ListPicture | undefined;
}

export interface CategoryLink {
  readonly slug: string;
  readonly label: string;
}

export function toPostSummary(post: PublicPost, categories: readonly Category[] = []): PostSummary {
  const category = categories.find(({ slug }) => slug === post.categorySlug);
  return {
    slug: post.slug,
    title: post.title,
    excerpt: post.description ?? post.excerpt ?? '',
    language: post.language,
    publishedAt: post.publishAt ?? post.createdAt,
    authors: authorNames(post.author ?? ''),
    readingSeconds: post.readingSeconds,
    category: category && toCategoryLink(category),
    tags: post.tags?.map(({ label }) => label) ?? [],
    picture: toListPicture(post.thumbnail),
  };
}

export function toCategoryLink({ slug, label }: CategoryLink): CategoryLink {
  return { slug, label };
}
