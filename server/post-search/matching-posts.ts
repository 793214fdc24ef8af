import { setImmediate } from 'node:timers/promises';
import type { Db } from '../database/connect.ts';
import { foldText } from '../platform/fold-text.ts';
import { listTagsOfPosts } from '../tags/index.ts';
import { listBodyTexts, listTitles, type TitledPost } from './found-post.repository.ts';
import type { SearchBudget } from './search-limit.ts';
import { offsetOfWord } from './words.ts';

const RANK = { title: 0, tags: 1, body: 2 } as const;

interface Wanted {
  readonly serviceId: string;
  readonly words: readonly string[];
  /** Posts of one rank only; `any` finds posts of every rank, and words in slugs, too. */
  readonly rank: number | 'any';
}

type Open = TitledPost & { readonly missing: readonly string[] };

export async function matchingPosts<Found extends { readonly postId: string }>(
  db: Db,
  wanted: Wanted,
  posts: readonly Found[],
  budget: SearchBudget,
): Promise<Found[]> {
  const { serviceId, words, rank } = wanted;
  const postIds = posts.map(({ postId }) => postId);
  const withTexts = rank === RANK.body || rank === 'any';
  const titled = await listTitles(db, serviceId, postIds, { withTexts });
  budget.spend({ texts: titled.length });
  const namesOf = ({ title, slug }: TitledPost) => (rank === 'any' ? [title, slug] : [title]);
  const [full, open] = divide(titled.map((post) => ({ ...post, missing: without(words, namesOf(post)) })));
  if (rank === RANK.title) return among(posts, full);
  const [tagged, rest] = divide(await withoutTags(db, serviceId, open));
  if (rank === RANK.tags) return among(posts, tagged);
  const better = rank === 'any' ? [...full, ...tagged] : [];
  const matchingIds = new Set(better.map(({ postId }) => postId));
  const missing = new Map(rest.map((post) => [post.postId, post.missing]));
  for await (const { postId, bodyText } of readTexts(db, serviceId, rest)) {
    if (without(missing.get(postId) ?? [], [bodyText]).length === 0) matchingIds.add(postId);
  }
  budget.spend({ bytes: rest.reduce((sum, { size }) => sum + size, 0) });
  return posts.filter(({ postId }) => matchingIds.has(postId));
}

function divide(posts: readonly Open[]): [Open[], Open[]] {
  return [posts.filter(({ missing }) => missing.length === 0), posts.filter(({ missing }) => missing.length > 0)];
}

function among<Found extends { readonly postId: string }>(posts: readonly Found[], some: readonly Open[]): Found[] {
  const postIds = new Set(some.map(({ postId }) => postId));
  return posts.filter(({ postId }) => postIds.has(postId));
}

async function withoutTags(db: Db, serviceId: string, posts: readonly Open[]): Promise<Open[]> {
  const postIds = posts.map(({ postId }) => postId);
  const tags = await listTagsOfPosts(db, serviceId, postIds);
  return posts.map((post) => {
    const labels = tags.get(post.postId)?.map(({ label }) => label) ?? [];
    return { ...post, missing: without(post.missing, labels) };
  });
}

function without(words: readonly string[], texts: readonly string[]): readonly string[] {
  const folded = texts.map(foldText);
  return words.filter((word) => !folded.some((text) => offsetOfWord(text, word) >= 0));
}

/** Maximum bytes read in one statement (at least one text), because SQLite blocks the event loop meanwhile. */
const MAX_BYTES_AT_ONCE = 1_000_000;

interface BodyText {
  readonly postId: string;
  readonly bodyText: string;
}

export async function* readTexts(db: Db, serviceId: string, posts: readonly TitledPost[]): AsyncIterable<BodyText> {
  for (const { postId, shortText } of posts) if (shortText !== null) yield { postId, bodyText: shortText };
  const long = posts.filter(({ shortText }) => shortText === null);
  let some: string[] = [];
  let bytes = 0;
  for (const [index, { postId, size }] of long.entries()) {
    some.push(postId);
    bytes += size;
    const next = long[index + 1];
    if (next && bytes + next.size <= MAX_BYTES_AT_ONCE) continue;
    yield* await listBodyTexts(db, serviceId, some);
    [some, bytes] = [[], 0];
    await setImmediate();
  }
}
