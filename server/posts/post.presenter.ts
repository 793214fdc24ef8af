import type { z } from 'zod';
import type { AdminPost, AdminPostRow } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import type { PostFile, ShownFile } from '#contract/files.ts';
import type { PublicPost } from '#contract/posts.ts';
import type { Tag } from '#contract/tags.ts';
import type { JsonValue } from '#contract/text.ts';
import { findCategory, listAncestors } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { notFound } from '../http/errors.ts';
import { describeFile, listFilesEverById } from '../media/index.ts';
import { enrichMedia, pictureIdsIn } from '../rendering/index.ts';
import { findServiceDetail } from '../services/index.ts';
import { listTagsOfPost, listTagsOfPosts } from '../tags/index.ts';
import { listAttachedFiles, listGroupsOfPost, type Post, type WholePost } from './post.repository.ts';
import { toWireState } from './post-state.ts';

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

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function present<T extends object>(values: T): Present<T> {
  const nonEmpty: Present<T> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined && value !== null && value !== '') nonEmpty[name] = value;
  }
  return nonEmpty;
}

function toAdminPostRow(
  post: Post,
  { now, shown, tags }: { now: string; shown: ShownFiles; tags: readonly Tag[] },
): AdminPostRow {
  const { postId, serviceId, slug, title, label, contentId, categorySlug, categoryLabel, isHiddenInList } = post;
  const { bodyFormat, editorMode } = post;
  const { publishAt, effectiveAt, revision, createdAt, createdBy, updatedAt, updatedBy } = post;
  return {
    postId,
    serviceId,
    slug,
    title,
    label,
    contentId,
    categorySlug,
    categoryLabel,
    isHiddenInList,
    bodyFormat,
    editorMode,
    tags: [...tags],
    thumbnail: post.thumbnail && shown.toEditors(post.thumbnail),
    ...toWireState(post, now),
    publishAt,
    effectiveAt,
    revision,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
  };
}

export async function toAdminPostRows(
  db: Db,
  posts: readonly Post[],
  { serviceId, now, mediaUrl }: { serviceId: string; now: string; mediaUrl: string },
): Promise<AdminPostRow[]> {
  const faces = posts.map(({ thumbnail }) => ({ thumbnail }));
  const shown = await ShownFiles.of(db, faces, { serviceId, mediaUrl });
  const postIds = posts.map(({ postId }) => postId);
  const tags = await listTagsOfPosts(db, serviceId, postIds);
  return posts.map((post) => toAdminPostRow(post, { now, shown, tags: tags.get(post.postId) ?? [] }));
}

export async function presentToEditors(
  db: Db,
  post: WholePost,
  { now, mediaUrl }: { readonly now: string; readonly mediaUrl: string },
): Promise<AdminPost> {
  const { serviceId, postId, description, author, language, body, bodyText, previewToken, previewExpiresAt } = post;
  const service = await findServiceDetail(db, serviceId);
  if (!service) throw notFound(messages.serviceMissing);
  const sizes = service.configs.mediaUploadImageSizes;
  const shown = await ShownFiles.of(db, [post], { serviceId, mediaUrl, sizes });
  return {
    ...toAdminPostRow(post, { now, shown, tags: await listTagsOfPost(db, serviceId, postId) }),
    description,
    author,
    language,
    body,
    bodyText,
    previewToken,
    previewExpiresAt,
    service,
    bodyHtml: shown.enrich(post.bodyHtml, post),
    bodyJson: bodyJsonOf(post) ?? null,
    categoryPath: categoryPathOf(post),
    category: await categoryOf(db, post),
    images: post.images.map((file) => shown.toEditors(file)),
    files: post.files.map((file) => shown.toEditors(file)),
    links: [...post.links],
    groups: await listGroupsOfPost(db, serviceId, postId),
  };
}

async function categoryOf(db: Db, { serviceId, categorySlug }: Post): Promise<AdminPost['category']> {
  const category = categorySlug === null ? undefined : await findCategory(db, serviceId, categorySlug);
  return category ? { ...category, parents: await listAncestors(db, category) } : null;
}

function categoryPathOf({ categoryId, categoryParentPath }: Post): string | null {
  return categoryId === null ? null : `${categoryParentPath}#${categoryId}`;
}

function bodyJsonOf({ bodyFormat, body }: Pick<Post, 'bodyFormat' | 'body'>): z.infer<typeof JsonValue> | undefined {
  return bodyFormat === 'json' && body !== undefined ? JSON.parse(body) : undefined;
}

export interface MediaContext {
  readonly serviceId: string;
  readonly mediaUrl: string;
  readonly sizes?: readonly string[];
}

type FilesOf = Partial<Pick<Post, 'thumbnail' | 'images' | 'files' | 'bodyHtml'>> & {
  readonly language?: string | undefined;
};

const MAX_PICTURES = 2000;
/** Maximum number of characters that enriching images adds to a page of posts. Further images stay unchanged. */
const MAX_ADDED = 1_000_000;

export class ShownFiles {
  readonly #context: Required<MediaContext>;
  readonly #files: ReadonlyMap<string, FileRow>;
  #remaining = MAX_ADDED;

  private constructor(context: Required<MediaContext>, files: ReadonlyMap<string, FileRow>) {
    this.#context = context;
    this.#files = files;
  }

  static async of(db: Db, posts: readonly FilesOf[], { sizes, ...context }: MediaContext): Promise<ShownFiles> {
    const ids = new Set(posts.flatMap(listAttachedFiles).map(({ fileId }) => fileId));
    const bodies = posts.flatMap(({ bodyHtml }) => (bodyHtml ? pictureIdsIn(bodyHtml, context) : []));
    for (const fileId of bodies.slice(0, MAX_PICTURES)) ids.add(fileId);
    const files = await listFilesEverById(db, context.serviceId, [...ids]);
    const isNeeded = sizes === undefined && files.some(({ fileType }) => fileType === 'image');
    const service = isNeeded ? await findServiceDetail(db, context.serviceId) : undefined;
    const known = sizes ?? service?.configs.mediaUploadImageSizes ?? [];
    return new ShownFiles({ ...context, sizes: known }, new Map(files.map((file) => [file.fileId, file])));
  }

  toReaders(attached: PostFile): ShownFile | undefined {
    const file = this.#files.get(attached.fileId);
    return file?.isWithdrawn === 0 ? { ...attached, ...describeFile(file, this.#context) } : undefined;
  }

  toEditors(attached: PostFile): ShownFile {
    return this.toReaders(attached) ?? attached;
  }

  /** Call once per body, because all bodies share the limit of added characters. */
  enrich(bodyHtml: string, { thumbnail, images = [], language }: FilesOf = {}): string {
    const shownFiles = [...(thumbnail ? [thumbnail] : []), ...images];
    const captions = new Map(shownFiles.flatMap(({ fileId, caption }) => (caption ? [[fileId, caption]] : [])));
    const enriched = enrichMedia(bodyHtml, {
      ...this.#context,
      files: this.#files,
      captions,
      language,
      maxAdded: this.#remaining,
    });
    this.#remaining -= Math.max(0, enriched.length - bodyHtml.length);
    return enriched;
  }
}

interface PictureKey extends MediaContext {
  readonly fileId: string;
}

/** Undefined for a file that was withdrawn or does not exist. */
export async function showPicture(db: Db, { fileId, ...context }: PictureKey): Promise<ShownFile | undefined> {
  const [file] = await listFilesEverById(db, context.serviceId, [fileId]);
  if (!file) return undefined;
  const thumbnail = { fileId, mimeType: file.mimeType };
  return (await ShownFiles.of(db, [{ thumbnail }], context)).toReaders(thumbnail);
}
