import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { systemClock, toInstant } from '#server/platform/clock.ts';
import { indexPost, unindexPost } from '#server/post-search/index-posts.ts';
import { searchPublishedPosts } from '#server/post-search/search-published-posts.ts';
import {
  givenSearchablePosts,
  loseSearchNumber,
  newestTexts,
  randomFrom,
  searchedSizes,
  type Texts,
  textMaker,
} from '#testing/searchable-posts.ts';
import { percentile } from './load.ts';
import { writeFigures } from './report.ts';

const POSTS = 100_000;
const QUERIES = 500;
const PHRASES = 100;
const SINGLES = 100;
const SAVES = 50;
const serviceId = 'many';

await using temporary = await mkdtempDisposable(join(tmpdir(), 'kawaraban-bench-'));
const folder = temporary.path;
await measure();

async function measure(): Promise<void> {
  const target = { engine: 'sqlite', path: join(folder, 'kawaraban.db'), isDisposable: true } as const;
  const database = connect(target);
  await migrateToLatest(database, target);
  await givenSearchablePosts(database, { count: POSTS, onProgress: (made) => tell(`${made} posts`) });
  const { texts, index } = await searchedSizes(database);
  const rows = [
    `| Texts of ${POSTS.toLocaleString('en')} posts, MB | ${toMb(texts)} | |`,
    `| Index of them, MB | ${toMb(index)} | |`,
  ];
  const samples = sampleTexts();
  const { words, phrases } = queriesFrom(samples);
  rows.push(timesRow(`${words.length} searches for words of two letters and more`, await search(database, words)));
  rows.push(timesRow(`${phrases.length} searches for what stands in quotation marks`, await search(database, phrases)));
  rows.push(timesRow(`${SINGLES} searches for one letter`, await search(database, singlesFrom(samples))));
  rows.push(...(await saveRows(database)));
  await database.close();
  const head = '| What | Median | Worst |\n| :--- | ---: | ---: |';
  await writeFigures([head, ...rows].join('\n'), 'search');
}

function sampleTexts(): Texts[] {
  const make = textMaker(1);
  return Array.from({ length: 2000 }, make);
}

function queriesFrom(samples: readonly Texts[]): { words: string[]; phrases: string[] } {
  const random = randomFrom(3);
  const any = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const piece = () => {
    const { bodyText } = any(samples);
    const isEnglish = /^[a-z]/.test(bodyText);
    const length = 2 + Math.floor(random() * 6);
    if (isEnglish) return any(bodyText.split(' ').filter((word) => word.length > 1)).slice(0, length);
    const from = Math.floor(random() * (bodyText.length - length));
    return bodyText.slice(from, from + length).replace(/[、。]/g, '');
  };
  const phrase = () => {
    const { bodyText, title } = any(samples);
    const text = bodyText || title;
    const from = text.indexOf(' ', Math.floor(random() * (text.length - 40))) + 1;
    return `"${text.slice(from, from + 12).trim()}"`;
  };
  const kinds = [piece, piece, piece, () => `${piece()} ${piece()}`];
  const words = Array.from({ length: QUERIES * 2 }, () => any(kinds)()).filter((q) => q.length > 1);
  return { words: words.slice(0, QUERIES), phrases: Array.from({ length: PHRASES }, phrase) };
}

function singlesFrom(samples: readonly Texts[]): string[] {
  const random = randomFrom(5);
  return Array.from({ length: SINGLES }, () => {
    const { bodyText } = samples[Math.floor(random() * samples.length)] ?? { bodyText: 'a' };
    return bodyText.replace(/[\s、。]/g, '').charAt(Math.floor(random() * 200)) || 'a';
  });
}

interface Times {
  readonly cpu: readonly number[];
  readonly wall: readonly number[];
}

/** Measures complete searches without HTTP. */
async function search(database: Database, queries: readonly string[]): Promise<Times> {
  const tools = { database, clock: systemClock, mediaUrl: '/media' };
  const now = toInstant(systemClock.now());
  const call = (q: string) => searchPublishedPosts(tools, { serviceId, q, count: 20, after: undefined, now });
  for (const q of queries.slice(0, 20)) await call(q);
  const times = { cpu: [] as number[], wall: [] as number[] };
  for (const q of queries) {
    const begunAt = performance.now();
    const cpuBefore = process.cpuUsage();
    const { items } = await call(q);
    const { user, system } = process.cpuUsage(cpuBefore);
    times.cpu.push((user + system) / 1000);
    times.wall.push(performance.now() - begunAt);
    if ((user + system) / 1000 > 50) tell(`${q}: ${(user + system) / 1000} ms, ${items.length} found`);
  }
  return times;
}

async function saveRows(database: Database): Promise<string[]> {
  const times = { created: emptyTimes(), edited: emptyTimes() };
  for (const texts of await newestTexts(database, SAVES)) {
    const post = { ...texts, serviceId };
    await database.writer.transaction().execute(async (trx) => {
      const edited = { ...post, bodyText: `${post.bodyText} One sentence more, 一文を加える。` };
      await timed(times.edited, () => indexPost(trx, edited, post));
      await unindexPost(trx, edited);
      await loseSearchNumber(trx, post.postId);
      await timed(times.created, () => indexPost(trx, post, undefined));
    });
  }
  return [
    timesRow('A new post: what its save costs more', times.created),
    timesRow('A sentence more in a post: what its save costs more', times.edited),
  ];
}

function emptyTimes(): { cpu: number[]; wall: number[] } {
  return { cpu: [], wall: [] };
}

async function timed(times: { cpu: number[]; wall: number[] }, work: () => Promise<void>): Promise<void> {
  const begunAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  times.cpu.push((user + system) / 1000);
  times.wall.push(performance.now() - begunAt);
}

function timesRow(name: string, { cpu, wall }: Times): string {
  const cell = (share: number) => `${percentile(cpu, share).toFixed(1)} (${percentile(wall, share).toFixed(1)})`;
  return tell(`| ${name}: CPU (clock), ms | ${cell(0.5)} | ${cell(1)} |`);
}

function toMb(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

function tell(line: string): string {
  process.stderr.write(`${line}\n`);
  return line;
}
