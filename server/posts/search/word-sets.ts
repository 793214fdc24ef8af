import type { Db } from '../../database/connect.ts';
import { foldText } from './fold-text.ts';
import { listTagLabels } from './found-post.repository.ts';
import { type Field, gramOfTag, planOf, shortPrefix, type WordPlan } from './grams.ts';
import { difference, intersection, noPosts, type PostSet, toPostSet, union } from './post-set.ts';
import { listPostings, listPostingsFrom, type Posting } from './search-index.repository.ts';
import { placeOfWord } from './words.ts';

/** The posts that say a word in a place, and perhaps some that do not. */
interface WordSets {
  readonly title: PostSet;
  readonly tags: PostSet;
  readonly body: PostSet;
  /** Whether each of these posts says it. */
  readonly isExact: boolean;
}

/** What the posts of a rank are among. */
export interface RankedSet {
  readonly set: PostSet;
  /** Whether each of them is of this rank; otherwise their texts have to be looked at. */
  readonly isExact: boolean;
  /** Whether any of the words is found by a tag. */
  readonly hasTags: boolean;
}

type FoundSet = Omit<RankedSet, 'hasTags'>;

/** Words with so many rows that begin alike are looked for by a shorter beginning, and then in the texts. */
const MAX_PREFIX_ROWS = 3000;
/** So many tags of a service are compared with what is looked for, and so many of those that fit are followed. */
const MAX_LABELS = 10_000;
const MAX_TAGS = 2000;
const TAGS_AT_ONCE = 500;

/** What posts that say all the words are among, by ranks: in their title, with their tags, and with their text. */
export async function findRankedSets(db: Db, serviceId: string, words: readonly string[]): Promise<RankedSet[]> {
  const sets = await findWordSets(db, serviceId, words);
  const isExact = sets.every((word) => word.isExact);
  const hasTags = sets.some(({ tags }) => tags.size > 0);
  const inTitle = intersection(sets.map(({ title }) => title));
  const withTags = intersection(sets.map(({ title, tags }) => union([title, tags])));
  const anywhere = intersection(sets.map(({ title, tags, body }) => union([title, tags, body])));
  if (isExact) {
    // What is in the set of a rank is in those of all that follow.
    return [inTitle, difference(withTags, inTitle), difference(anywhere, withTags)].map((set) => ({
      set,
      isExact,
      hasTags,
    }));
  }
  // At least one word is found where the rank says; what is of a better rank is told by its texts.
  const byTags = intersection([withTags, union(sets.map(({ tags }) => tags))]);
  const byText = intersection([anywhere, union(sets.map(({ body }) => body))]);
  return [inTitle, byTags, byText].map((set) => ({ set, isExact, hasTags }));
}

/** What posts that say all the words in their titles are among. */
export async function findTitleSet(db: Db, serviceId: string, words: readonly string[]): Promise<PostSet> {
  const plans = words.map(planOf);
  const grams = plans.flatMap((plan) => plan.grams.map((gram) => `t${gram}`));
  const known = byGram(await listPostings(db, serviceId, [...new Set(grams)]));
  const sets: PostSet[] = [];
  for (const plan of plans) sets.push((await findField(db, serviceId, { plan, field: 't', known })).set);
  return intersection(sets);
}

async function findWordSets(db: Db, serviceId: string, words: readonly string[]): Promise<WordSets[]> {
  const plans = words.map(planOf);
  const grams = plans.flatMap((plan) => plan.grams.flatMap((gram) => [`t${gram}`, `b${gram}`]));
  const known = byGram(await listPostings(db, serviceId, [...new Set(grams)]));
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
  const grams = Map.groupBy(postings, ({ gram }) => gram);
  return new Map([...grams].map(([gram, rows]) => [gram, toPostSet(rows)]));
}

interface FieldWish {
  readonly plan: WordPlan;
  readonly field: Field;
  readonly known: ReadonlyMap<string, PostSet>;
}

async function findField(db: Db, serviceId: string, { plan, field, known }: FieldWish): Promise<FoundSet> {
  const sets = plan.grams.map((gram) => known.get(field + gram) ?? noPosts);
  if (plan.prefix === undefined) return { set: intersection(sets), isExact: true };
  const wish = { prefix: field + plan.prefix, limit: MAX_PREFIX_ROWS + 1 };
  const rows = await listPostingsFrom(db, serviceId, wish);
  const isExact = rows.length <= MAX_PREFIX_ROWS;
  const beginning = isExact ? rows : await listPostings(db, serviceId, [field + shortPrefix(plan.prefix)]);
  return { set: intersection([...sets, toPostSet(beginning)]), isExact };
}

/** For each word the posts with a tag that is called so. */
async function findTagSets(db: Db, serviceId: string, words: readonly string[]): Promise<PostSet[]> {
  const tags = await listTagLabels(db, serviceId, MAX_LABELS);
  const folded = tags.map(({ tagId, label }) => ({ gram: gramOfTag(tagId), label: foldText(label) }));
  const wanted = words.map((word) =>
    folded.filter(({ label }) => placeOfWord(label, word) >= 0).map(({ gram }) => gram),
  );
  const grams = [...new Set(wanted.flat())].slice(0, MAX_TAGS);
  const postings: Posting[] = [];
  for (let from = 0; from < grams.length; from += TAGS_AT_ONCE) {
    postings.push(...(await listPostings(db, serviceId, grams.slice(from, from + TAGS_AT_ONCE))));
  }
  const known = byGram(postings);
  return wanted.map((some) => union(some.map((gram) => known.get(gram) ?? noPosts)));
}
