import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { PostFilter } from '#contract/admin-posts.ts';
import type { PostStatus } from '#contract/posts.ts';
import { preventIndexUse } from '../database/queries.ts';
import type { Tables } from '../database/tables.ts';

export interface PostListQuery {
  readonly filter?: PostFilter | undefined;
  readonly tagId?: string | undefined;
  readonly status?: PostStatus | undefined;
  readonly now: string;
}

export function isOfBody({ filter }: PostListQuery): boolean {
  return filter?.attribute === 'body';
}

type Eb = ExpressionBuilder<Tables, 'posts'>;

export function matchesQuery({ filter, tagId, status, now }: PostListQuery, eb: Eb): Expression<SqlBool> {
  return eb.and([
    ...(filter ? [isMatch(filter, eb)] : []),
    ...(tagId === undefined ? [] : [hasTag(tagId)]),
    ...(status === undefined ? [] : [isInState(status, now, eb)]),
  ]);
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
