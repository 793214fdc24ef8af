import { setImmediate } from 'node:timers/promises';
import type { AnyPost } from '#contract/admin-search.ts';
import { statusAt } from '#contract/post-status.ts';
import { looksLikeId } from '#contract/slugs.ts';
import type { Database, Db } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { foldText } from '../platform/fold-text.ts';
import { lowered } from '../posts/post-list-query.repository.ts';
import {
  listLatestPosts,
  listPostsByIds,
  listPostsFrom,
  listPostsWithId,
  type StoredAnyPost,
} from './found-post.repository.ts';
import { listMatches } from './search-index.repository.ts';
import { titleQuery } from './search-query.ts';
import { offsetOfWord, readWords } from './words.ts';

export interface AnyPostTools {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
}

interface AnyPostQuery {
  readonly serviceIds: readonly string[];
  readonly q: string;
  readonly count: number;
}

const MAX_SERVICES = 100;
const MAX_MS = 1000;
const MAX_TITLED = 200;

/** The best matches come first, then the last saved. `isLimited` means that not all services were searched. */
export async function findAnyPosts(
  { database: { reader }, clock }: AnyPostTools,
  { serviceIds, q, count }: AnyPostQuery,
): Promise<{ posts: AnyPost[]; isLimited: boolean }> {
  const wanted = toWanted(q);
  const startedAt = clock.now().getTime();
  const found: StoredAnyPost[] = [];
  let searched = 0;
  for (const serviceId of serviceIds.slice(0, MAX_SERVICES)) {
    if (clock.now().getTime() - startedAt > MAX_MS) break;
    found.push(...(await findInService(reader, serviceId, { wanted, count })));
    searched += 1;
    // Yields to other requests, because SQLite queries block the event loop.
    await setImmediate();
  }
  const now = toInstant(clock.now());
  const posts = [...new Map(found.map((post) => [post.postId, post])).values()]
    .map((post) => ({ post, rank: rankOf(post, wanted) }))
    .toSorted((one, other) => one.rank - other.rank || byTime(one.post, other.post))
    .slice(0, count)
    .map(({ post }) => toAnyPost(post, now));
  return { posts, isLimited: searched < serviceIds.length };
}

interface Wanted {
  readonly text: string;
  readonly slug: string;
  readonly words: readonly string[];
}

function toWanted(q: string): Wanted {
  const text = lowered(q.trim().replace(/\s+/g, ' '));
  return { text, slug: text.replaceAll(' ', '-'), words: readWords(q) };
}

async function findInService(
  db: Db,
  serviceId: string,
  { wanted, count }: { wanted: Wanted; count: number },
): Promise<StoredAnyPost[]> {
  const { text, slug } = wanted;
  if (text === '') return listLatestPosts(db, serviceId, count);
  return [
    ...(looksLikeId(text) ? await listPostsWithId(db, serviceId, text) : []),
    ...(await listPostsFrom(db, serviceId, { column: 'slug', prefix: slug, limit: count })),
    ...(await listPostsFrom(db, serviceId, { column: 'title', prefix: text, limit: count })),
    ...(await listTitled(db, serviceId, wanted.words)),
  ];
}

async function listTitled(db: Db, serviceId: string, words: readonly string[]): Promise<StoredAnyPost[]> {
  if (words.length === 0) return [];
  const range = { serviceId, below: Number.MAX_SAFE_INTEGER, from: Number.MIN_SAFE_INTEGER, limit: MAX_TITLED };
  const matches = await listMatches(db, titleQuery(db, serviceId, words), range);
  const postIds = matches.map(({ postId }) => postId);
  const posts = await listPostsByIds(db, serviceId, postIds);
  // The index only knows n-grams, which may match without the whole word.
  return posts.filter(({ title }) => {
    const folded = foldText(title);
    return words.every((word) => offsetOfWord(folded, word) >= 0);
  });
}

function rankOf({ slug, title, postId }: StoredAnyPost, wanted: Wanted): number {
  const name = lowered(title);
  if (name === wanted.text || lowered(slug) === wanted.slug || postId === wanted.text) return 0;
  return name.startsWith(wanted.text) ? 1 : 2;
}

function byTime(one: StoredAnyPost, other: StoredAnyPost): number {
  return keyOf(one) < keyOf(other) ? 1 : -1;
}

const keyOf = ({ savedAt, postId }: StoredAnyPost) => `${savedAt} ${postId}`;

function toAnyPost(post: StoredAnyPost, now: string): AnyPost {
  const { serviceId, postId, slug, title, publishAt } = post;
  return {
    serviceId,
    postId,
    slug,
    title,
    publishAt,
    status: statusAt(post, now),
    isHiddenInList: post.isHiddenInList === 1,
  };
}
