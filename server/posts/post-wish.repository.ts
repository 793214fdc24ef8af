import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { PostFilter } from '#contract/admin-posts.ts';
import type { PostStatus } from '#contract/posts.ts';
import { notByIndex } from '../database/not-by-index.ts';
import type { Tables } from '../database/tables.ts';

/** Which of the posts in a list are wanted. */
export interface PostWish {
  readonly filter?: PostFilter | undefined;
  readonly tagId?: string | undefined;
  readonly status?: PostStatus | undefined;
  /** What was reserved and has come is published. */
  readonly now: string;
}

/** Whether bodies have to be read to tell what is wanted: they may be a million times as long as anything else. */
export function isOfBody({ filter }: PostWish): boolean {
  return filter?.attribute === 'body';
}

type Eb = ExpressionBuilder<Tables, 'posts'>;

/** Whether a post is wanted, for the database to tell. */
export function isWanted({ filter, tagId, status, now }: PostWish, eb: Eb): Expression<SqlBool> {
  return eb.and([
    ...(filter ? [isMatch(filter, eb)] : []),
    ...(tagId === undefined ? [] : [hasTag(tagId)]),
    ...(status === undefined ? [] : [isInState(status, now, eb)]),
  ]);
}

/**
 * The letters A to Z match in either case, all others as they are. What a text contains makes it shorter when it is
 * taken out, in words of both engines; `like` would try anew from every letter of a long one.
 */
export function isMatch({ attribute, compare, value }: PostFilter, eb: Eb): Expression<SqlBool> {
  const column = eb.ref(`posts.${attribute}`);
  const text = eb.fn<string>('lower', [column]);
  const wanted = lowered(value);
  if (compare === 'eq') return eb(text, '=', wanted);
  return sql<boolean>`octet_length(replace(${text}, ${wanted}, '')) < octet_length(${column})`;
}

function hasTag(tagId: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  return eb.exists(
    eb
      .selectFrom('postTags')
      .select('postTags.tagId')
      .whereRef('postTags.postId', '=', 'posts.postId')
      .where('postTags.tagId', '=', tagId)
      .where((own) => own(notByIndex(own.ref('postTags.serviceId')), '=', own.ref('posts.serviceId'))),
  );
}

/** A reserved post is published once its time has come, whatever is stored. */
function isInState(status: PostStatus, now: string, eb: Eb): Expression<SqlBool> {
  const isStored = eb('posts.status', '=', status);
  if (status === 'reserved') return isStored.and('posts.effectiveAt', '>', now);
  if (status !== 'published') return isStored;
  return isStored.or(eb('posts.status', '=', 'reserved').and('posts.effectiveAt', '<=', now));
}

/** The letters A to Z in lower case, all others as they are: what both engines understand by `lower`. */
export function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
