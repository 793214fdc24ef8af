import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SearchPagerKey } from '#contract/post-search.ts';
import { importMarkdownFolder } from '#server/import/index.ts';
import { toInstant } from '#server/platform/clock.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { givenPost } from '#testing/given.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { foldText } from '../platform/fold-text.ts';
import { findPosts } from './find-posts.ts';
import { SearchBudget } from './search-limit.ts';
import { readWords } from './words.ts';

interface SearchedPost {
  readonly postId: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly text: string;
  readonly place: number;
}

async function allPosts({ database: { reader } }: TestApp): Promise<SearchedPost[]> {
  const links = await reader
    .selectFrom('postTags')
    .innerJoin('tags', 'tags.tagId', 'postTags.tagId')
    .select(['postId', 'label'])
    .execute();
  const labels = Map.groupBy(links, ({ postId }) => postId);
  const posts = await reader.selectFrom('posts').selectAll().execute();
  return posts.map(({ postId, title, bodyText, searchKey }) => ({
    ...{ postId, title: foldText(title), text: foldText(bodyText), place: Number(searchKey) },
    labels: (labels.get(postId) ?? []).map(({ label }) => foldText(label)),
  }));
}

const JAPANESE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`;

function toPattern(word: string): RegExp {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const isJapanese = new RegExp(`^(?:${JAPANESE}|[^\\p{L}\\p{N}\\p{M}])`, 'v').test(word);
  return new RegExp(isJapanese ? literal : `(?<![[\\p{L}\\p{N}\\p{M}]--${JAPANESE}])${literal}`, 'v');
}

function expectedPosts(posts: readonly SearchedPost[], words: readonly string[]): string[] {
  const patterns = words.map(toPattern);
  const rankOf = ({ title, labels, text }: SearchedPost) => {
    const [inTitle, withTags, anywhere] = [[title], [title, ...labels], [title, ...labels, text]].map((texts) =>
      patterns.every((pattern) => texts.some((one) => pattern.test(one))),
    );
    return inTitle ? 0 : withTags ? 1 : anywhere ? 2 : undefined;
  };
  return posts
    .map((post) => ({ ...post, rank: rankOf(post) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || other.place - one.place)
    .map(({ postId }) => postId);
}

async function foundPosts({ database: { reader }, clock }: TestApp, q: string): Promise<string[]> {
  const requested = { serviceId: 'blog', words: readWords(q), count: 50, now: toInstant(clock.now()) };
  const postIds: string[] = [];
  let after: SearchPagerKey | undefined;
  do {
    const page = await findPosts({ reader, budget: new SearchBudget(clock) }, { ...requested, after });
    postIds.push(...page.postIds);
    after = page.end;
  } while (after);
  return postIds;
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Query {
  readonly q: string;
  readonly words: readonly string[];
}

function queriesFrom(posts: readonly SearchedPost[], count: number): Query[] {
  const random = randomFrom(7);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const LETTERS = /[\p{L}\p{N}]/v;
  const word = () => {
    const { title, labels, text } = pick(posts);
    const runs = pick([title, text, text, labels.join(' ') || title]).match(/[\p{L}\p{N}\p{M}]+/gv) ?? ['x'];
    const run = [...pick(runs)];
    const from = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/v.test(run.join('')) ? Math.floor(random() * run.length) : 0;
    return run.slice(from, from + 1 + Math.floor(random() * 8)).join('');
  };
  const phrase = () => {
    const { text, title } = pick(posts);
    const whole = text || title;
    const from = Math.floor(random() * whole.length);
    return whole
      .slice(from, from + 4 + Math.floor(random() * 20))
      .replace(/"/g, ' ')
      .toWellFormed()
      .replaceAll('\ufffd', ' ');
  };
  const queries: Query[] = [];
  while (queries.length < count) {
    const kind = random();
    if (kind < 0.6) queries.push(asked(word()));
    else if (kind < 0.8) queries.push(asked(word(), word()));
    else if (kind < 0.95) queries.push(quoted(phrase()));
    else queries.push(asked(`${word()}${pick(['q', '鬱', 'zz', '々々'])}`));
  }
  return queries.filter(({ words }) => words.every((one) => LETTERS.test(one) && foldText(one) === one));
}

function asked(...words: readonly string[]): Query {
  return { q: words.join(' '), words };
}

function quoted(phrase: string): Query {
  const trimmed = phrase.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gv, '');
  return { q: `"${trimmed}"`, words: [trimmed] };
}

async function compare(app: TestApp, count: number): Promise<void> {
  const posts = await allPosts(app);
  const queries = queriesFrom(posts, count);
  let found = 0;
  for (const { q, words } of queries) {
    const postIds = await foundPosts(app, q);
    expect(postIds, q).toEqual(expectedPosts(posts, words));
    found += postIds.length;
  }
  expect(queries.length).toBeGreaterThanOrEqual(500);
  expect(found).toBeGreaterThan(queries.length);
}

test('500 queries find the same posts as a full scan', { tags: ['extended'] }, async () => {
  const app = await testApp();
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-search-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeSyntheticPosts(folder, { count: 60, paragraphs: 2 });
  const { database, clock } = app;
  await importMarkdownFolder({
    ...{ database, clock, folder, content: defaultBounds, serviceId: 'blog', newServiceLabel: 'Blog' },
  });
  const texts = [
    'ﾊﾟﾝ①の㌢',
    'Ｗｉｄｅ straße',
    'snake_case camelCase C++ node.js',
    'e\u0301tude café',
    '𠮷野家・版ー木',
  ];
  for (const body of texts) await givenPost(app, { serviceId: 'blog', title: body, body, tags: [body] });
  await compare(app, 560);
});

const { KAWARABAN_TEST_DATA } = process.env;

test.skipIf(!KAWARABAN_TEST_DATA).each(['nodejs-blog-en', 'react-blog-ja'])(
  'queries on %s find the same posts as a full scan',
  { timeout: 600_000 },
  async (name) => {
    const app = await testApp();
    const { database, clock } = app;
    const folder = join(KAWARABAN_TEST_DATA ?? '', name);
    await importMarkdownFolder({
      ...{ database, clock, folder, content: defaultBounds, serviceId: 'blog', newServiceLabel: 'Blog' },
    });
    await compare(app, 700);
  },
);
