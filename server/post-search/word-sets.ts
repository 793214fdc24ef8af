import type { Db } from '../database/connect.ts';
import { foldText } from '../platform/fold-text.ts';
import { listTagLabels } from './found-post.repository.ts';
import { type Field, gramOfTag, planOf, shortPrefix, type WordPlan } from './ngrams.ts';
import { difference, intersection, noPosts, type PostSet, toPostSet, union } from './post-set.ts';
import { listPostings, listPostingsFrom, type Posting } from './search-index.repository.ts';
import { placeOfWord } from './words.ts';

interface WordSets {
  readonly title: PostSet;
  readonly tags: PostSet;
  readonly body: PostSet;
  readonly isExact: boolean;
}

export interface RankedSet {
  readonly set: PostSet;
  readonly isExact: boolean;
  readonly hasTags: boolean;
}

type FoundSet = Omit<RankedSet, 'hasTags'>;

/** Prefixes with more index rows are replaced by a shorter prefix and verified against the texts. */
const MAX_PREFIX_ROWS = 3000;
const MAX_LABELS = 10_000;
const MAX_TAGS = 2000;
const TAGS_AT_ONCE = 500;

export async function findRankedSets(db: Db, serviceId: string, words: readonly string[]): Promise<RankedSet[]> {
  const sets = await findWordSets(db, serviceId, words);
  const isExact = sets.every((word) => word.isExact);
  const hasTags = sets.some(({ tags }) => tags.size > 0);
  const inTitle = intersection(sets.map(({ title }) => title));
  const withTags = intersection(sets.map(({ title, tags }) => union([title, tags])));
  const anywhere = intersection(sets.map(({ title, tags, body }) => union([title, tags, body])));
  if (isExact) {
    // Each rank includes the better ones before it.
    return [inTitle, difference(withTags, inTitle), difference(anywhere, withTags)].map((set) => ({
      set,
      isExact,
      hasTags,
    }));
  }
  // Requires at least one word in the field of the rank. Checking the texts later sorts out posts of better ranks.
  const byTags = intersection([withTags, union(sets.map(({ tags }) => tags))]);
  const byText = intersection([anywhere, union(sets.map(({ body }) => body))]);
  return [inTitle, byTags, byText].map((set) => ({ set, isExact, hasTags }));
}

export async function findTitleSet(db: Db, serviceId: string, words: readonly string[]): Promise<PostSet> {
  const plans = words.map(planOf);
  const ngrams = plans.flatMap((plan) => plan.ngrams.map((gram) => `t${gram}`));
  const known = byGram(await listPostings(db, serviceId, [...new Set(ngrams)]));
  const sets: PostSet[] = [];
  for (const plan of plans) sets.push((await findField(db, serviceId, { plan, field: 't', known })).set);
  return intersection(sets);
}

async function findWordSets(db: Db, serviceId: string, words: readonly string[]): Promise<WordSets[]> {
  const plans = words.map(planOf);
  const ngrams = plans.flatMap((plan) => plan.ngrams.flatMap((gram) => [`t${gram}`, `b${gram}`]));
  const known = byGram(await listPostings(db, serviceId, [...new Set(ngrams)]));
  const tags = await findTagSets(db, serviceId, words);
  const sets: WordSets[] = [];
  for (const [index, plan] of plans.entries()) {
    const title = await findField(db, serviceId, { plan, field: 't', known });
    const body = await findField(db, serviceId, { plan, field: 'b', known });
    const isExact = plan.isExact && title.isExact && body.isExact;
    sets.push({ title: title.set, tags: tags[index] ?? noPosts, body: body.set, isExact });
  }
  return sets;
}

function byGram(postings: readonly Posting[]): ReadonlyMap<string, PostSet> {
  const ngrams = Map.groupBy(postings, ({ gram }) => gram);
  return new Map([...ngrams].map(([gram, rows]) => [gram, toPostSet(rows)]));
}

interface FieldRequest {
  readonly plan: WordPlan;
  readonly field: Field;
  readonly known: ReadonlyMap<string, PostSet>;
}

async function findField(db: Db, serviceId: string, { plan, field, known }: FieldRequest): Promise<FoundSet> {
  const sets = plan.ngrams.map((gram) => known.get(field + gram) ?? noPosts);
  if (plan.prefix === undefined) return { set: intersection(sets), isExact: true };
  const requested = { prefix: field + plan.prefix, limit: MAX_PREFIX_ROWS + 1 };
  const rows = await listPostingsFrom(db, serviceId, requested);
  const isExact = rows.length <= MAX_PREFIX_ROWS;
  const beginning = isExact ? rows : await listPostings(db, serviceId, [field + shortPrefix(plan.prefix)]);
  return { set: intersection([...sets, toPostSet(beginning)]), isExact };
}

async function findTagSets(db: Db, serviceId: string, words: readonly string[]): Promise<PostSet[]> {
  const tags = await listTagLabels(db, serviceId, MAX_LABELS);
  const folded = tags.map(({ tagId, label }) => ({ gram: gramOfTag(tagId), label: foldText(label) }));
  const wanted = words.map((word) =>
    folded.filter(({ label }) => placeOfWord(label, word) >= 0).map(({ gram }) => gram),
  );
  const ngrams = [...new Set(wanted.flat())].slice(0, MAX_TAGS);
  const postings: Posting[] = [];
  for (let from = 0; from < ngrams.length; from += TAGS_AT_ONCE) {
    postings.push(...(await listPostings(db, serviceId, ngrams.slice(from, from + TAGS_AT_ONCE))));
  }
  const known = byGram(postings);
  return wanted.map((some) => union(some.map((gram) => known.get(gram) ?? noPosts)));
}
