import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/connect.ts';
import type { Tables } from '#server/database/tables.ts';
import { toInstant } from '#server/platform/clock.ts';
import { indexNewPosts } from '#server/post-search/index-posts.ts';
import { givenService } from './given.ts';
import { manyPostId } from './many-posts.ts';

export interface Texts {
  readonly title: string;
  readonly bodyText: string;
}

const ENGLISH_WORDS = 30_000;
const JAPANESE_WORDS = 30_000;
const KANJI = 2500;
const PARTICLES = [
  'の',
  'に',
  'は',
  'を',
  'が',
  'と',
  'で',
  'も',
  'から',
  'まで',
  'です。',
  'した。',
  'ている',
  'ことが',
  '、',
];
const SYLLABLES =
  'a e i o u ba be bo ca ce co da de fa fi ga go ha ho in is ka la le li lo ma me mi mo na ne no on pa pe po ra re ri ro sa se so st ta te ti to un va we wi'.split(
    ' ',
  );
const KATAKANA = [...'アイウエオカキクケコサシスセソタチツテトナニノハヒフマミムメモラリルレロンー'];

export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * Texts alternate between English and Japanese, are as long as blog posts, and have a natural distribution of word
 * frequencies.
 */
export function textMaker(seed: number): () => Texts {
  const random = randomFrom(seed);
  const any = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const common = <T>(values: readonly T[]) => values[Math.floor(values.length * random() ** 4)] as T;
  const several = <T>(count: number, one: () => T) => Array.from({ length: count }, one);
  const kanji = several(KANJI, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000)));
  const english = several(ENGLISH_WORDS, () => several(1 + Math.floor(random() * 4), () => any(SYLLABLES)).join(''));
  const japanese = several(JAPANESE_WORDS, () =>
    random() < 0.2
      ? several(2 + Math.floor(random() * 5), () => any(KATAKANA)).join('')
      : several(1 + Math.floor(random() * 3), () => common(kanji)).join(''),
  );
  const inEnglish = (words: number) => several(words, () => common(english)).join(' ');
  const inJapanese = (words: number) => several(words, () => common(japanese) + any(PARTICLES)).join('');
  let made = 0;
  return () => {
    made += 1;
    const length = 0.3 + 2 * random() ** 2;
    return made % 2 === 0
      ? { title: inEnglish(6), bodyText: inEnglish(Math.round(700 * length)) }
      : { title: inJapanese(4), bodyText: inJapanese(Math.round(450 * length)) };
  };
}

const serviceId = 'many';
/** Number of posts per posting row of an n-gram. Indexing this many at once needs the fewest writes. */
const AT_ONCE = 4096;

export async function givenSearchablePosts(
  database: Database,
  { count, onProgress }: { readonly count: number; readonly onProgress: (made: number) => void },
): Promise<{ serviceId: string }> {
  await givenService({ database }, { serviceId });
  const make = textMaker(1);
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    await database.writer.transaction().execute(async (trx) => {
      for (const number of numbers) await trx.insertInto('posts').values(postOf(number, make())).execute();
      await indexNewPosts(trx, serviceId, numbers.map(manyPostId));
    });
    onProgress(from + numbers.length);
  }
  return { serviceId };
}

function postOf(number: number, texts: Texts) {
  const at = toInstant(new Date(Date.UTC(2020, 0, 1) + number * 1_800_000));
  return {
    postId: manyPostId(number),
    serviceId,
    slug: `post-${number}`,
    contentId: `post-${number}`,
    ...texts,
    description: '',
    author: '',
    excerpt: '',
    label: '',
    bodyFormat: 'markdown',
    editorMode: 'markdown',
    thumbnail: null,
    images: '[]',
    files: '[]',
    links: '[]',
    headings: '[]',
    readingSeconds: 0,
    body: '',
    bodyHtml: '',
    isHiddenInList: 0,
    categoryId: null,
    previewToken: '',
    previewExpiresAt: at,
    status: 'published',
    publishAt: at,
    effectiveAt: at,
    listedAt: at,
    renderVersion: 1000,
    revision: 1,
    createdAt: at,
    createdBy: 'bench',
    updatedAt: null,
    updatedBy: null,
    searchNumber: null,
  };
}

export async function searchedSizes({ reader }: Database): Promise<{ texts: number; index: number }> {
  const texts = await reader
    .selectFrom('posts')
    .select(sql<number>`sum(octet_length(title) + octet_length(body_text))`.as('size'))
    .executeTakeFirstOrThrow();
  const index = await reader
    .selectFrom('searchPostings')
    .select(sql<number>`sum(octet_length(service_id) + octet_length(gram) + octet_length(posts) + 8)`.as('size'))
    .executeTakeFirstOrThrow();
  return { texts: texts.size, index: index.size };
}

export async function newestTexts({ reader }: Database, limit: number): Promise<(Texts & { postId: string })[]> {
  return reader
    .selectFrom('posts')
    .select(['postId', 'title', 'bodyText'])
    .where('serviceId', '=', serviceId)
    .orderBy('postId', 'desc')
    .limit(limit)
    .execute();
}

export async function loseSearchNumber(trx: Transaction<Tables>, postId: string): Promise<void> {
  await trx.updateTable('posts').set({ searchNumber: null }).where('postId', '=', postId).execute();
}
