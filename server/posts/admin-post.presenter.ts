import type { AdminPost, AdminPostRow } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import { findCategory, listAncestors } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import { notFound } from '../platform/errors.ts';
import { findServiceDetail } from '../services/index.ts';
import { listGroupsOfPost, listTagsOfPost } from './post.repository.ts';
import { toWireState } from './post-state.ts';
import { bodyJsonOf, categoryPathOf, type Post, type WholePost } from './stored-post.ts';

/** What editors see of a post in their list. */
export function toAdminPostRow(post: Post, now: string): AdminPostRow {
  const { postId, serviceId, slug, title, label, contentId, categorySlug, categoryLabel, isHiddenInList } = post;
  const { bodyFormat, editorMode, thumbnail } = post;
  const { publishAt, effectiveAt, revision, createdAt, createdBy, updatedAt, updatedBy } = post;
  return {
    ...{ postId, serviceId, slug, title, label, contentId, categorySlug, categoryLabel, isHiddenInList },
    ...{ bodyFormat, editorMode, thumbnail },
    ...toWireState(post, now),
    ...{ publishAt, effectiveAt, revision, createdAt, createdBy, updatedAt, updatedBy },
  };
}

/** Everything that editors see of a post, read together with what belongs to it. */
export async function presentToEditors(db: Db, post: WholePost, now: string): Promise<AdminPost> {
  const { serviceId, postId, description, author, body, bodyHtml, bodyText, previewToken, previewExpiresAt } = post;
  const service = await findServiceDetail(db, serviceId);
  if (!service) throw notFound(messages.serviceMissing);
  return {
    ...toAdminPostRow(post, now),
    ...{ description, author, body, bodyHtml, bodyText, previewToken, previewExpiresAt, service },
    bodyJson: bodyJsonOf(post) ?? null,
    categoryPath: categoryPathOf(post),
    category: await categoryOf(db, post),
    tags: await listTagsOfPost(db, serviceId, postId),
    images: [...post.images],
    files: [...post.files],
    links: [...post.links],
    groups: await listGroupsOfPost(db, serviceId, postId),
  };
}

async function categoryOf(db: Db, { serviceId, categorySlug }: Post): Promise<AdminPost['category']> {
  const category = categorySlug === null ? undefined : await findCategory(db, serviceId, categorySlug);
  return category ? { ...category, parents: await listAncestors(db, category) } : null;
}
