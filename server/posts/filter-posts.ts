import { setImmediate } from 'node:timers/promises';
import type { Database, Db } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type AdminListOptions,
  type AdminListPosition,
  listCandidates,
  listKeys,
  listKeysAmong,
  listMatching,
  listPostsById,
  listToScan,
  type ScannedPost,
} from './admin-post.repository.ts';
import type { Post } from './post.repository.ts';
import type { PostKey } from './post-keys.repository.ts';
import { isOfBody, type ListSearch, type PostListQuery } from './post-list-query.repository.ts';

/** Larger candidate sets are not sorted but found by scanning the list. */
const MAX_CANDIDATES = 1000;

const MAX_SCANNED = 20_000;
const MAX_SCAN_BYTES = 50_000_000;
const MAX_SCAN_MS = 2000;

const GOOD_BATCH_MS = 50;
const MIN_BATCH = 25;
const MAX_BATCH = 500;

/** Maximum bytes read in one statement (at least one post), because SQLite blocks the event loop meanwhile. */
const MAX_BYTES_AT_ONCE = 1_000_000;

export interface FoundPosts {
  readonly posts: readonly Post[];
  readonly end: AdminListPosition | undefined;
}

interface FoundIds {
  readonly postIds: readonly string[];
  readonly end: AdminListPosition | undefined;
}

export type SearchOptions = Omit<AdminListOptions, 'limit'> & { readonly count: number };

interface Tools {
  readonly database: Database;
  readonly clock: Clock;
}

export async function filterPosts(tools: Tools, list: SearchOptions, requested: PostListQuery): Promise<FoundPosts> {
  const { postIds, end } = await findPostIds(tools, list, requested);
  return { posts: await listPostsById(tools.database.reader, list.serviceId, postIds), end };
}

/** A page that takes too long ends early, possibly empty, and can be continued. */
export async function findPostIds(
  { database: { reader }, clock }: Tools,
  { count, ...options }: SearchOptions,
  { range, ...requested }: PostListQuery,
): Promise<FoundIds> {
  const isSortRange = range?.date === options.sort;
  const list = { ...options, range: isSortRange ? range : undefined };
  const rest = { ...requested, range: isSortRange ? undefined : range };
  if (!hasConditions(rest)) return pageOf(count, await listKeys(reader, { ...list, limit: count + 1 }));
  const scan = await withCandidates(reader, list.serviceId, rest);
  const { postIds, verify } = scan;
  if (postIds?.length === 0) return { postIds, end: undefined };
  if (postIds && !verify && !isOfBody(rest)) {
    return pageOf(count, await listKeysAmong(reader, { ...list, limit: count + 1 }, { ...scan, postIds }));
  }
  return scanPage({ reader, clock }, { count, ...list }, scan);
}

function hasConditions({ now: _, ...conditions }: PostListQuery): boolean {
  return Object.values(conditions).some((value) => value !== undefined);
}

interface Scan {
  readonly requested: PostListQuery;
  /** Ids of posts that may match, when they are few. */
  readonly postIds: readonly string[] | undefined;
  readonly verify: ListSearch['verify'];
}

async function withCandidates(reader: Db, serviceId: string, requested: PostListQuery): Promise<Scan> {
  const { search, ...others } = requested;
  const found = await search?.listCandidates(MAX_CANDIDATES + 1);
  if (found && found.length <= MAX_CANDIDATES) return { requested: others, postIds: found, verify: search?.verify };
  const candidates = await listCandidates(reader, serviceId, requested, MAX_CANDIDATES + 1);
  const areFew = candidates !== undefined && candidates.length <= MAX_CANDIDATES;
  return { requested, postIds: areFew ? candidates : undefined, verify: search?.verify };
}

function pageOf(count: number, keys: readonly PostKey[]): FoundIds {
  const page = keys.slice(0, count);
  const last = keys.length > count ? page.at(-1) : undefined;
  return {
    postIds: page.map(({ postId }) => postId),
    end: last && { postId: last.postId, sortedBy: last.position },
  };
}

async function scanPage(
  tools: { reader: Db; clock: Clock },
  { count, ...list }: SearchOptions,
  scan: Scan,
): Promise<FoundIds> {
  const postIds: string[] = [];
  let { after } = list;
  for await (const { posts, batchMatches, isLast } of scanPosts(tools, list, scan)) {
    for (const { postId, position } of posts) {
      const isMatch = batchMatches.has(postId);
      if (isMatch && postIds.length === count) return { postIds, end: after };
      if (isMatch) postIds.push(postId);
      after = { postId, sortedBy: position };
    }
    if (isLast) return { postIds, end: undefined };
  }
  return { postIds, end: after };
}

interface ScannedBatch {
  readonly posts: readonly ScannedPost[];
  readonly batchMatches: ReadonlySet<string>;
  readonly isLast: boolean;
}

async function* scanPosts(
  { reader, clock }: { reader: Db; clock: Clock },
  list: Omit<SearchOptions, 'count'>,
  { requested, postIds, verify }: Scan,
): AsyncIterable<ScannedBatch> {
  const startedAt = clock.now().getTime();
  const scanned = { posts: 0, bytes: 0 };
  let { after } = list;
  let limit = MIN_BATCH;
  for (let begunAt = startedAt; ; ) {
    const batch = await listToScan(reader, { ...list, after, limit }, { requested, postIds });
    let now = begunAt;
    for (const { posts, isEnd } of splitBySize(batch)) {
      const batchQuery = { postIds: posts.map(({ postId }) => postId), requested };
      const matches = await listMatching(reader, list, batchQuery);
      yield {
        posts,
        batchMatches: verify && matches.size > 0 ? await verify([...matches]) : matches,
        isLast: isEnd && batch.length < limit,
      };
      // Lets other requests run, because SQLite queries block the event loop.
      await setImmediate();
      scanned.posts += posts.length;
      scanned.bytes += posts.reduce((sum, { bytes }) => sum + bytes, 0);
      now = clock.now().getTime();
      if (scanned.posts >= MAX_SCANNED || scanned.bytes >= MAX_SCAN_BYTES || now - startedAt >= MAX_SCAN_MS) return;
    }
    const last = batch.at(-1);
    after = last && { postId: last.postId, sortedBy: last.position };
    limit = now - begunAt < GOOD_BATCH_MS ? Math.min(limit * 2, MAX_BATCH) : Math.max(limit >> 1, MIN_BATCH);
    begunAt = now;
  }
}

function* splitBySize(batch: readonly ScannedPost[]): Iterable<{ posts: readonly ScannedPost[]; isEnd: boolean }> {
  let from = 0;
  do {
    let to = from + 1;
    let bytes = batch[from]?.bytes ?? 0;
    for (; to < batch.length; to += 1) {
      bytes += batch[to]?.bytes ?? 0;
      if (bytes > MAX_BYTES_AT_ONCE) break;
    }
    yield { posts: batch.slice(from, to), isEnd: to >= batch.length };
    from = to;
  } while (from < batch.length);
}
