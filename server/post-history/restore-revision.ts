import type { Transaction } from 'kysely';
import type { MissingPart, PostSnapshot, RestoredPost } from '#contract/post-history.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../http/errors.ts';
import { type Change, changePost } from '../post-editing/change-post.ts';
import { changedTags, toStoredLinks } from '../post-editing/read-post-input.ts';
import type { PostSave, SaveTools } from '../post-editing/save-post.ts';
import { toDerivedColumns } from '../post-editing/write-post.ts';
import { getPost } from '../posts/find-post.ts';
import { findPostIdBySlug } from '../posts/post.repository.ts';
import { hasOtherSource, type WholePost } from '../posts/stored-post.ts';
import {
  type FormerTag,
  type RestoredColumns,
  restoreCategory,
  restoreFiles,
  restoreTags,
} from './restore-references.ts';
import { findRevision, type StoredSnapshot } from './revision.repository.ts';

export interface RevisionRestore extends Omit<PostSave, 'typed'> {
  readonly targetRevision: number;
  readonly revision: number | undefined;
}

/**
 * The publication status stays. Parts that no longer exist are reported as `missing`.
 * @throws {HttpError} when the post or revision does not exist, or the post was saved since
 */
export async function restoreRevision(
  { renderer, ...tools }: SaveTools,
  { serviceId, idOrSlug, actor, targetRevision, revision }: RevisionRestore,
): Promise<RestoredPost> {
  const { database, clock } = tools;
  const { postId } = await getPost(database.reader, serviceId, idOrSlug);
  const found = await findRevision(database.reader, { serviceId, postId, revision: targetRevision });
  if (!found) throw notFound();
  const { content } = found;
  const rendered = await renderer.render({ body: content.body, bodyFormat: content.bodyFormat });
  const missing: MissingPart[] = [];
  const post = await changePost(tools, { serviceId, postId, actor, revision }, async (trx, post) => {
    const restoredParts = [
      await restoreSlug(trx, post, content),
      await restoreCategory(trx, serviceId, { slug: content.categorySlug }),
      await restoreFiles(trx, serviceId, content),
    ];
    missing.splice(0, missing.length, ...restoredParts.flatMap((part) => part.missing));
    return {
      kind: 'restored',
      columns: {
        ...authoredColumns(content),
        ...(hasOtherSource(post, content) && toDerivedColumns(rendered)),
        ...Object.assign({}, ...restoredParts.map(({ columns }) => columns)),
      },
      tags: await changedTags(trx, post, await restoreTags(trx, { clock, serviceId }, formerTags(content))),
    };
  });
  return { post, missing };
}

function authoredColumns(content: PostSnapshot): Change['columns'] {
  const { title, label, description, author, contentId, body, bodyFormat, editorMode, links, isHiddenInList } = content;
  return {
    title,
    label,
    description,
    author,
    contentId,
    body,
    bodyFormat,
    editorMode,
    links: toStoredLinks(links),
    isHiddenInList: Number(isHiddenInList),
  };
}

async function restoreSlug(
  trx: Transaction<Tables>,
  { serviceId, postId }: WholePost,
  { slug }: PostSnapshot,
): Promise<RestoredColumns> {
  const holder = await findPostIdBySlug(trx, serviceId, slug);
  const isFree = isAllowedPostSlug(slug) && (holder === undefined || holder === postId);
  return !isFree ? { columns: {}, missing: [{ field: 'slug', value: slug }] } : { columns: { slug }, missing: [] };
}

function formerTags({ tags, tagIds }: StoredSnapshot): FormerTag[] {
  return tags.map((label, at) => ({ tagId: tagIds?.[at], label }));
}
