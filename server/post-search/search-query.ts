import type { Db } from '../database/connect.ts';
import { isPostgres } from '../database/queries.ts';
import { foldText } from '../platform/fold-text.ts';
import { listTagLabels } from './found-post.repository.ts';
import { termOfLanguage, termOfService, termOfTag } from './search-index.repository.ts';
import { type Field, offsetOfWord, planOf } from './words.ts';

/** A query of FTS5 (https://sqlite.org/fts5.html#full_text_query_syntax) or a `tsquery` of PostgreSQL. */
export interface RankQuery {
  readonly query: string;
  /** False when matches have to be verified against the texts. */
  readonly isExact: boolean;
}

/** Terms are letters and digits only, so they need no escaping. */
interface Syntax {
  term(term: string): string;
  prefix(prefix: string): string;
  readonly and: string;
  readonly or: string;
  readonly andNot: string;
}

const fts5: Syntax = {
  term: (term) => `"${term}"`,
  prefix: (prefix) => `"${prefix}"*`,
  and: ' AND ',
  or: ' OR ',
  andNot: ' NOT ',
};
const tsquery: Syntax = {
  term: (term) => `'${term}'`,
  prefix: (prefix) => `'${prefix}':*`,
  and: ' & ',
  or: ' | ',
  andNot: ' & !',
};

/** Query of a rank that no post can have. */
export const NOTHING = '';

const MAX_LABELS = 10_000;
const MAX_TAGS = 2000;

interface Wanted {
  readonly words: readonly string[];
  /** Id of a tag that the posts have. */
  readonly tagId?: string | undefined;
  /** Language of the posts, without region. */
  readonly language?: string | undefined;
}

/** Posts with all words in the title; in title and tags; in title, tags and text. Each without the better ones. */
export async function rankQueries(db: Db, serviceId: string, { words, tagId, language }: Wanted): Promise<RankQuery[]> {
  const syntax = isPostgres(db) ? tsquery : fts5;
  const tags = await termsOfTags(db, serviceId, words);
  const isExact = words.every((word) => planOf(word).isExact);
  const fields = words.map((word, index) => ({
    title: inField(syntax, 't', word),
    tags: tags[index]?.map(syntax.term) ?? [],
    body: inField(syntax, 'b', word),
  }));
  const title = joined(
    fields.map((each) => each.title),
    syntax.and,
  );
  const withTags = joined(
    fields.map((each) => joined([each.title, ...each.tags], syntax.or)),
    syntax.and,
  );
  const anywhere = joined(
    fields.map((each) => joined([each.title, ...each.tags, each.body], syntax.or)),
    syntax.and,
  );
  const tagged = joined(tags.flat().map(syntax.term), syntax.or);
  const inBody = joined(
    fields.map((each) => each.body),
    syntax.or,
  );
  const filters = filterTerms(serviceId, { tagId, language }).map(syntax.term);
  const within = (...queries: readonly string[]) => joined([...filters, ...queries], syntax.and);
  // Inexact: a post may have the terms of a word without the word, so that the texts decide about its rank.
  const byTags = isExact ? `${within(withTags)}${syntax.andNot}${title}` : within(withTags, tagged);
  const byText = isExact ? `${within(anywhere)}${syntax.andNot}${withTags}` : within(anywhere, inBody);
  const hasTags = tags.some((some) => some.length > 0);
  return [within(title), hasTags ? byTags : NOTHING, byText].map((query) => ({ query, isExact }));
}

/** Posts in any state with all words in title, slug, tags and text; without words, all of the tag and the language. */
export async function anyStateQuery(db: Db, serviceId: string, { words, tagId, language }: Wanted): Promise<RankQuery> {
  const syntax = isPostgres(db) ? tsquery : fts5;
  const tags = words.length > 0 ? await termsOfTags(db, serviceId, words) : [];
  const parts = words.map((word, index) => {
    const fields = (['t', 'u', 'b'] as const).map((field) => inField(syntax, field, word));
    return joined([...fields, ...(tags[index]?.map(syntax.term) ?? [])], syntax.or);
  });
  const filters = filterTerms(serviceId, { tagId, language }).map(syntax.term);
  const isExact = words.every((word) => planOf(word).isExact);
  return { query: joined([...filters, ...parts], syntax.and), isExact };
}

function filterTerms(serviceId: string, { tagId, language }: Omit<Wanted, 'words'>): string[] {
  return [
    termOfService(serviceId),
    ...(tagId === undefined ? [] : [termOfTag(tagId)]),
    ...(language === undefined ? [] : [termOfLanguage(language)]),
  ];
}

/** Posts of the service with all words in the title, some of them perhaps only in parts. */
export function titleQuery(db: Db, serviceId: string, words: readonly string[]): string {
  const syntax = isPostgres(db) ? tsquery : fts5;
  const parts = words.map((word) => inField(syntax, 't', word));
  return joined([syntax.term(termOfService(serviceId)), ...parts], syntax.and);
}

function inField(syntax: Syntax, field: Field, word: string): string {
  const { ngrams, prefix } = planOf(word);
  const terms = ngrams.map((gram) => syntax.term(field + gram));
  return joined(prefix === undefined ? terms : [...terms, syntax.prefix(field + prefix)], syntax.and);
}

function joined(parts: readonly string[], operator: string): string {
  return `(${parts.join(operator)})`;
}

async function termsOfTags(db: Db, serviceId: string, words: readonly string[]): Promise<string[][]> {
  const tags = await listTagLabels(db, serviceId, MAX_LABELS);
  const folded = tags.map(({ tagId, label }) => ({ tagId, label: foldText(label) }));
  return words.map((word) =>
    folded
      .filter(({ label }) => offsetOfWord(label, word) >= 0)
      .slice(0, MAX_TAGS)
      .map(({ tagId }) => termOfTag(tagId)),
  );
}
