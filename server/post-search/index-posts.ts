import { setImmediate } from 'node:timers/promises';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import { raiseRevisionOfPages } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { foldText } from '../platform/fold-text.ts';
import type { Log } from '../platform/log.ts';
import { writtenLanguage } from '../platform/written-language.ts';
import { updateTagLinks } from '../tags/index.ts';
import {
  deleteTerms,
  findSearchKey,
  findServiceToIndex,
  INDEX_VERSION,
  type IndexedPost,
  isKeyOf,
  listPostsToIndex,
  listTagTerms,
  listUnindexed,
  markPostsOfTag,
  nextSearchKey,
  type PostKey,
  saveTerms,
  termOfLanguage,
  termOfService,
  type UnindexedPost,
  updateSearchColumns,
} from './search-index.repository.ts';
import { ngramsOf } from './words.ts';

interface SearchedTexts {
  readonly slug: string;
  readonly title: string;
  readonly bodyText: string;
  /** Language tag chosen by an editor, or empty. */
  readonly language: string;
}

/**
 * Call after everything else is stored. With the `former` texts, an index entry that still fits stays; leave them out
 * when the tags have changed.
 */
export async function indexPost(
  trx: Transaction,
  { serviceId, postId }: PostKey,
  former?: SearchedTexts,
): Promise<void> {
  for (const post of await listPostsToIndex(trx, serviceId, [postId])) {
    const isSameText = former?.title === post.title && former.bodyText === post.bodyText;
    const hasSameTexts = isSameText && former.language === post.language && former.slug === post.slug;
    if (!hasSameTexts || !isIndexed(post)) await writeIndex(trx, serviceId, [post]);
  }
}

function isIndexed({ searchKey, searchVersion, listedAt }: IndexedPost): boolean {
  return searchVersion === INDEX_VERSION && searchKey !== null && isKeyOf(searchKey, listedAt);
}

/** Call after `raiseServiceRevision`. */
export async function indexPosts(trx: Transaction, serviceId: string, postIds: readonly string[]): Promise<void> {
  if (postIds.length > 0) await writeIndex(trx, serviceId, await listPostsToIndex(trx, serviceId, postIds));
}

async function writeIndex(trx: Transaction, serviceId: string, posts: readonly IndexedPost[]): Promise<void> {
  const tags = await listTagTerms(
    trx,
    serviceId,
    posts.map(({ postId }) => postId),
  );
  for (const post of posts) {
    const { postId, slug, title, bodyText, listedAt, searchKey: formerKey, searchVersion } = post;
    const searchLanguage = languageOf(post);
    const inTitle = await ngramsOf('t', foldText(title));
    const inBody = await ngramsOf('b', foldText(bodyText));
    const inSlug = await ngramsOf('u', foldText(slug));
    const isSameKey = formerKey !== null && isKeyOf(formerKey, listedAt);
    const searchKey = isSameKey ? formerKey : await nextSearchKey(trx, listedAt);
    if (formerKey !== null && !isSameKey) await deleteTerms(trx, { serviceId, searchKey: formerKey });
    // FTS5 adds to an existing row, which a post of a deleted service may have left.
    await deleteTerms(trx, { serviceId, searchKey });
    const filters = [termOfService(serviceId), ...(searchLanguage === null ? [] : [termOfLanguage(searchLanguage)])];
    const terms = [...filters, ...(tags.get(postId) ?? []), ...inTitle, ...inBody, ...inSlug];
    await saveTerms(trx, { serviceId, searchKey }, terms);
    if (!isSameKey || searchVersion !== INDEX_VERSION || searchLanguage !== post.searchLanguage) {
      const columns = { searchKey, searchVersion: INDEX_VERSION, searchLanguage };
      await updateSearchColumns(trx, { serviceId, postId }, columns);
    }
    // SQLite statements block the event loop.
    if (posts.length > 1) await setImmediate();
  }
}

/** Without region, so that a search for English finds posts in `en-GB`. */
function languageOf({ language, title, excerpt }: IndexedPost): string | null {
  const [chosen = ''] = language.split('-', 1);
  return chosen || (writtenLanguage(`${title} ${excerpt}`) ?? null);
}

/** Call before the row of the post is deleted. */
export async function unindexPost(trx: Transaction, { serviceId, postId }: PostKey): Promise<void> {
  const searchKey = await findSearchKey(trx, { serviceId, postId });
  if (searchKey !== undefined) await deleteTerms(trx, { serviceId, searchKey });
}

/** Limits of one transaction, because other writers wait for it. */
const MAX_POSTS = 100;
const MAX_BYTES = 500_000;

/**
 * Call after `raiseServiceRevision`.
 * @returns number of indexed posts; 0 when all posts of the service are indexed
 */
async function indexSomePosts(trx: Transaction, serviceId: string): Promise<number> {
  const posts = upToSize(await listUnindexed(trx, serviceId, MAX_POSTS));
  await indexPosts(
    trx,
    serviceId,
    posts.map(({ postId }) => postId),
  );
  return posts.length;
}

/** Gives the posts of one tag another one, and indexes them again. */
export async function moveTagLinks(
  trx: Transaction,
  tags: { readonly serviceId: string; readonly from: string; readonly into: string },
): Promise<void> {
  await markPostsOfTag(trx, tags.serviceId, tags.from);
  await updateTagLinks(trx, tags);
  await indexSomePosts(trx, tags.serviceId);
}

function upToSize(posts: readonly UnindexedPost[]): readonly UnindexedPost[] {
  let bytes = 0;
  return posts.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= MAX_BYTES;
  });
}

const EVERY_MS = 60_000;

interface IndexTools {
  readonly database: Database;
  readonly log: Log;
}

/** Indexes posts of imported services, and all posts after an update that splits texts in another way. */
export function startSearchIndexing(tools: IndexTools): Repeating {
  const { log } = tools;
  return startRepeating(
    async (signal) => {
      const indexed = await indexAllServices(tools, signal);
      if (indexed > 0) log.info({ indexed }, 'search index updated');
    },
    { everyMs: EVERY_MS, log, failure: 'posts could not be indexed for search' },
  );
}

/** Uses small transactions, so that requests are served meanwhile. */
export async function indexAllServices(
  { database: { reader, writer } }: Pick<IndexTools, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let indexed = 0; ; ) {
    const serviceId = signal?.aborted ? undefined : await findServiceToIndex(reader);
    if (serviceId === undefined) return indexed;
    indexed += await writeTransaction(writer, async (trx) => {
      // Search results change, so cached responses must expire.
      await raiseRevisionOfPages(trx, serviceId, []);
      return indexSomePosts(trx, serviceId);
    });
    await setImmediate();
  }
}
