import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PostDate, PostFilter, PostSort } from '#contract/admin-posts.ts';
import type { PostStatus } from '#contract/posts.ts';
import { preventIndexUse } from '../database/queries.ts';
import type { Tables } from '../database/tables.ts';

/** A search in the full-text index. */
export interface ListSearch {
  readonly listCandidates: (limit: number) => Promise<readonly string[]>;
  readonly isMatch: Expression<SqlBool>;
  /** Returns the posts that have the words, when the index alone cannot tell. */
  readonly verify: ((postIds: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
}

/** Instants, from the first on and before the last. */
export interface DateRange {
  readonly date: PostDate;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface PostListQuery {
  readonly filter?: PostFilter | undefined;
  readonly search?: ListSearch | undefined;
  readonly tagId?: string | undefined;
  readonly status?: PostStatus | undefined;
  readonly author?: string | undefined;
  readonly createdBy?: string | undefined;
  readonly range?: DateRange | undefined;
  readonly now: string;
}

export function isOfBody({ filter }: PostListQuery): boolean {
  return filter?.attribute === 'body';
}

type Eb = ExpressionBuilder<Tables, 'posts'>;

export function matchesQuery(requested: PostListQuery, eb: Eb): Expression<SqlBool> {
  const { filter, search, tagId, status, author, createdBy, range, now } = requested;
  return eb.and([
    ...(author === undefined ? [] : [isByAuthor(author, eb)]),
    ...(createdBy === undefined ? [] : [eb('posts.createdBy', '=', createdBy)]),
    ...(status === undefined ? [] : [isInState(status, now, eb)]),
    ...(range ? [isInRange(range, eb)] : []),
    ...(tagId === undefined ? [] : [hasTag(tagId)]),
    ...(search ? [search.isMatch] : []),
    ...(filter ? [isMatch(filter, eb)] : []),
  ]);
}

/** The second condition is that of the index. */
export function isByAuthor(author: string, eb: Eb): Expression<SqlBool> {
  return eb.and([eb('posts.author', '=', author), eb('posts.author', '<>', '')]);
}

/** Must equal the expressions of the indexes. */
export const sortColumns: Readonly<Record<PostSort, RawBuilder<string>>> = {
  createdAt: sql`posts.created_at`,
  publishAt: sql`coalesce(posts.publish_at, '')`,
  updatedAt: sql`coalesce(posts.updated_at, '')`,
  title: sql`lower(posts.title)`,
};

/** Posts without the date are in no range. */
export function isInRange({ date, from = '0', to }: DateRange, eb: Eb): Expression<SqlBool> {
  const column = sortColumns[date];
  return eb.and([eb(column, '>=', from), ...(to === undefined ? [] : [eb(column, '<', to)])]);
}

/**
 * Ignores the case of A to Z only, in both engines. Tests containment by removing the value and comparing lengths,
 * because `like` takes quadratic time on long texts.
 */
export function isMatch({ attribute, compare, value }: PostFilter, eb: Eb): Expression<SqlBool> {
  const column = eb.ref(`posts.${attribute}`);
  const text = eb.fn<string>('lower', [column]);
  const lowerValue = lowered(value);
  if (compare === 'eq') return eb(text, '=', lowerValue);
  return sql<boolean>`octet_length(replace(${text}, ${lowerValue}, '')) < octet_length(${column})`;
}

function hasTag(tagId: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  return eb.exists(
    eb
      .selectFrom('postTags')
      .select('postTags.tagId')
      .whereRef('postTags.postId', '=', 'posts.postId')
      .where('postTags.tagId', '=', tagId)
      .where((own) => own(preventIndexUse(own.ref('postTags.serviceId')), '=', own.ref('posts.serviceId'))),
  );
}

/** Due reserved posts count as published even before the tick has stored that. */
function isInState(status: PostStatus, now: string, eb: Eb): Expression<SqlBool> {
  const isStored = eb('posts.status', '=', status);
  if (status === 'reserved') return isStored.and('posts.effectiveAt', '>', now);
  if (status !== 'published') return isStored;
  return isStored.or(eb('posts.status', '=', 'reserved').and('posts.effectiveAt', '<=', now));
}

export function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
