import type { Transaction } from 'kysely';
import type { MissingPart, PostSnapshot, RestoredPost } from '#contract/post-history.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Tag } from '#contract/tags.ts';
import { findCategory } from '../../categories/index.ts';
import type { Tables } from '../../database/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { type Change, changePost } from '../change-post.ts';
import { getPost } from '../find-post.ts';
import { findPostIdBySlug, listTagsOfPost } from '../post.repository.ts';
import { toStoredLinks } from '../read-post-input.ts';
import type { SaveTools } from '../save-post.ts';
import type { WholePost } from '../stored-post.ts';
import { toDerivedColumns } from '../write-post.ts';
import { keepFiles } from './keep-files.ts';
import { keepTags } from './keep-tags.ts';
import { findRevision, type StoredSnapshot } from './revision.repository.ts';

export interface WantedRevision {
  readonly serviceId: string;
  readonly idOrSlug: string;
  readonly actor: string;
  /** The one that is to come back. */
  readonly wanted: number;
  /** The one that the actor has seen as the present one. */
  readonly revision: number | undefined;
}

/**
 * Makes a post say again what it said once; whether it is published stays. What is gone by now is named.
 * @throws {Refusal} when there is no such post or revision, or when somebody has saved since.
 */
export async function restoreRevision(
  { renderer, ...tools }: SaveTools,
  { serviceId, idOrSlug, actor, wanted, revision }: WantedRevision,
): Promise<RestoredPost> {
  const { database, clock } = tools;
  const { postId } = await getPost(database.reader, serviceId, idOrSlug);
  const found = await findRevision(database.reader, { serviceId, postId, revision: wanted });
  if (!found) throw notFound();
  const { content } = found;
  const rendered = await renderer.render({ body: content.body, bodyFormat: content.bodyFormat });
  const missing: MissingPart[] = [];
  const post = await changePost(tools, { serviceId, postId, actor, revision }, async (trx, post) => {
    const isOther = post.body !== content.body || post.bodyFormat !== content.bodyFormat;
    const kept = [
      await keepSlug(trx, post, content),
      await keepCategory(trx, post, content),
      await keepFiles(trx, serviceId, content),
    ];
    missing.splice(0, missing.length, ...kept.flatMap((part) => part.missing));
    return {
      kind: 'restored',
      columns: {
        ...authoredColumns(content),
        ...(isOther && toDerivedColumns(rendered)),
        ...Object.assign({}, ...kept.map(({ columns }) => columns)),
      },
      tags: await otherTags(trx, { clock, post }, content),
    };
  });
  return { post, missing };
}

/** What comes back as it is. */
function authoredColumns(content: PostSnapshot): Change['columns'] {
  const { title, label, description, author, contentId, body, bodyFormat, editorMode, links, isHiddenInList } = content;
  return {
    ...{ title, label, description, author, contentId, body, bodyFormat, editorMode },
    links: toStoredLinks(links),
    isHiddenInList: Number(isHiddenInList),
  };
}

interface Kept {
  readonly columns: Change['columns'];
  readonly missing: MissingPart[];
}

/** The slug, unless another post has taken it, or the product. */
async function keepSlug(
  trx: Transaction<Tables>,
  { serviceId, postId }: WholePost,
  { slug }: PostSnapshot,
): Promise<Kept> {
  const holder = await findPostIdBySlug(trx, serviceId, slug);
  const isFree = isAllowedPostSlug(slug) && (holder === undefined || holder === postId);
  return !isFree ? { columns: {}, missing: [{ field: 'slug', value: slug }] } : { columns: { slug }, missing: [] };
}

async function keepCategory(
  trx: Transaction<Tables>,
  { serviceId }: WholePost,
  { categorySlug: slug }: PostSnapshot,
): Promise<Kept> {
  if (slug === null) return { columns: { categoryId: null }, missing: [] };
  const category = await findCategory(trx, serviceId, slug);
  if (category) return { columns: { categoryId: category.id }, missing: [] };
  return { columns: { categoryId: null }, missing: [{ field: 'category', value: slug }] };
}

/** The tags that it had; none, if they are the post's already. */
async function otherTags(
  trx: Transaction<Tables>,
  { clock, post: { serviceId, postId } }: { readonly clock: Clock; readonly post: WholePost },
  { tags: labels, tagIds }: StoredSnapshot,
): Promise<Tag[] | undefined> {
  const stored = new Set((await listTagsOfPost(trx, serviceId, postId)).map(({ tagId }) => tagId));
  const former = labels.map((label, at) => ({ tagId: tagIds?.[at], label }));
  const tags = await keepTags(trx, { clock, serviceId }, former);
  const isSame = tags.length === stored.size && tags.every(({ tagId }) => stored.has(tagId));
  return isSame ? undefined : tags;
}
