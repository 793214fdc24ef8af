import type { AdminPost, AdminPostRow } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import type { Tag } from '#contract/tags.ts';
import { findCategory, listAncestors } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import { findServiceDetail } from '../services/index.ts';
import { listTagsOfPost, listTagsOfPosts } from '../tags/index.ts';
import { bodyJsonOf, categoryPathOf } from './post.presenter.ts';
import { listGroupsOfPost, type Post, type WholePost } from './post.repository.ts';
import { toWireState } from './post-state.ts';
import { ShownFiles } from './shown-files.ts';

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
