import { type ChangeObject, diffLines } from 'diff';
import {
  type BodyComparison,
  type MissingPart,
  type PostSnapshot,
  postHistoryApi,
  type RestoredPost,
  type RevisionComparison,
  RevisionPagerKey,
} from '#contract/post-history.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import type { Log } from '../platform/log.ts';
import { toDerivedColumns } from '../post-editing/imported-post.ts';
import { changedTags, hasOtherSource, toStoredLinks } from '../post-editing/read-post-input.ts';
import type { PostSave, SaveTools } from '../post-editing/save-post.ts';
import { type Change, changePost } from '../post-editing/write-post.ts';
import { findPostIdBySlug, getPost, type WholePost } from '../posts/post.repository.ts';
import {
  type FormerTag,
  type RestoredColumns,
  restoreCategory,
  restoreFiles,
  restoreTags,
} from './restore-references.ts';
import { findRevision, listRevisions, type StoredRevision, type StoredSnapshot } from './revision.repository.ts';

type FieldDifference = RevisionComparison['fields'][number];
type Json = FieldDifference['before'];

function compareFields(before: PostSnapshot, after: PostSnapshot): FieldDifference[] {
  const { body: _, ...fields } = before;
  const names = Object.keys(fields) as FieldDifference['field'][];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((field) => ({ field, before: before[field] as Json, after: after[field] as Json }));
}

/** Maximum total lines of both bodies; splitting more would already exceed the time budget. */
const MAX_LINES = 40_000;

/** Maximum number of differing lines, and maximum time in milliseconds. */
const LIMITS = { maxEditLength: 2000, timeout: 100 };

/** Returns both texts unchanged when a diff would block the event loop for too long. */
function compareBodies(before: string, after: string): BodyComparison {
  if (before === after) return { kind: 'same' };
  const isLong = countLines(before) + countLines(after) > MAX_LINES;
  const runs = isLong ? undefined : diffLines(before, after, LIMITS);
  if (!runs) return { kind: 'texts', before, after };
  const changeOf = ({ added, removed }: ChangeObject<string>) => (added ? 'added' : removed ? 'removed' : 'same');
  return { kind: 'lines', lines: runs.map((run) => ({ change: changeOf(run), text: run.value })) };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

export function historyRoutes(api: Api, { log, ...tools }: SaveTools & { log: Log }): void {
  const { reader } = tools.database;

  api.implement(postHistoryApi.list, async ({ params: { serviceId, idOrSlug }, query }) => {
    const post = await getPost(reader, serviceId, idOrSlug);
    const before = readPager(RevisionPagerKey, query)?.revision;
    const options = { serviceId, postId: post.postId, before, limit: query.count + 1 };
    const rows = await listRevisions(reader, options);
    const { items, ...rest } = toPage(rows, query.count, ({ revision }) => ({ revision }));
    return { items: items.map((row) => present(row, post)), ...rest };
  });

  api.implement(postHistoryApi.find, async ({ params: { serviceId, idOrSlug, revision } }) => {
    const post = await getPost(reader, serviceId, idOrSlug);
    const { content, ...row } = await getRevision(reader, post, revision);
    return { ...present(row, post), content };
  });

  api.implement(postHistoryApi.compare, async ({ params: { serviceId, idOrSlug, revision }, query }) => {
    const post = await getPost(reader, serviceId, idOrSlug);
    const { content: before, ...earlier } = await getRevision(reader, post, revision);
    const { content: after, ...later } = await getRevision(reader, post, query.with ?? post.revision);
    return {
      before: present(earlier, post),
      after: present(later, post),
      fields: compareFields(before, after),
      body: compareBodies(before.body, after.body),
    };
  });

  api.implement(postHistoryApi.restore, async ({ params: { revision: targetRevision, ...params }, body, actor }) => {
    const restored = await restoreRevision(tools, {
      ...params,
      targetRevision,
      revision: body.revision,
      actor: actor.username,
    });
    const { serviceId, postId, revision } = restored.post;
    log.info(
      { serviceId, postId, revision, restored: targetRevision, actor: actor.username },
      'post revision restored',
    );
    return restored;
  });
}

function present(row: StoredRevision, { revision }: WholePost) {
  return { ...row, isCurrent: row.revision === revision };
}

async function getRevision(db: Db, { serviceId, postId }: WholePost, revision: number) {
  const found = await findRevision(db, { serviceId, postId, revision });
  if (!found) throw notFound();
  const { tagIds: _, ...content } = found.content;
  return { ...found, content };
}

export interface RevisionRestore extends Omit<PostSave, 'typed'> {
  readonly targetRevision: number;
  readonly revision: number | undefined;
}

/**
 * The publication status stays. Parts that no longer exist are reported as `missing`.
 * @throws {HttpError} when the post or revision does not exist, or the post was saved since
 */
async function restoreRevision(
  { renderer, ...tools }: SaveTools,
  { serviceId, idOrSlug, actor, targetRevision, revision }: RevisionRestore,
): Promise<RestoredPost> {
  const { database, clock } = tools;
  const { postId } = await getPost(database.reader, serviceId, idOrSlug);
  const found = await findRevision(database.reader, { serviceId, postId, revision: targetRevision });
  if (!found) throw notFound();
  const { content } = found;
  const { body, bodyFormat, language } = content;
  const rendered = await renderer.render({ body, bodyFormat, language });
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
  const { title, label, description, author, language, contentId } = content;
  const { body, bodyFormat, editorMode, links, isHiddenInList } = content;
  return {
    title,
    label,
    description,
    author,
    language,
    contentId,
    body,
    bodyFormat,
    editorMode,
    links: toStoredLinks(links),
    isHiddenInList: Number(isHiddenInList),
  };
}

async function restoreSlug(
  trx: Transaction,
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
