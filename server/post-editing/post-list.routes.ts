import type { z } from 'zod';
import {
  type AdminPostPagerKey,
  adminPostApi,
  adminPostPagerKeys,
  type PostFilter,
  PostFilterInput,
  type PostSort,
} from '#contract/admin-posts.ts';
import { bulkPostApi } from '#contract/bulk-posts.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import type { ParsedRequest } from '#contract/endpoint.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { descendantsOf, listCategories } from '../categories/index.ts';
import type { Database, Db } from '../database/connect.ts';
import { invalid, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { pageUpTo, readPager } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { parseJson } from '../platform/parse-json.ts';
import { listLanguages, searchAnyState } from '../post-search/index.ts';
import { type AdminListPosition, listAuthors } from '../posts/admin-post.repository.ts';
import { filterPosts, findPostIds, type SearchOptions } from '../posts/filter-posts.ts';
import { toAdminPostRows } from '../posts/post.presenter.ts';
import { lowered, type PostListQuery } from '../posts/post-list-query.repository.ts';
import { findTag } from '../tags/index.ts';

interface ListTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly mediaUrl: string;
}

export function postListRoutes(api: Api, { mediaUrl, ...tools }: ListTools): void {
  const { reader } = tools.database;

  api.implement(adminPostApi.list, async ({ params: { serviceId }, query }) => {
    const { list, requested } = await readListQuery(tools, serviceId, query);
    const { posts, end } = await filterPosts(tools, list, requested);
    const { items, ...rest } = pageUpTo(posts, end && toPagerKey(list, end));
    return { items: await toAdminPostRows(reader, items, { serviceId, mediaUrl, now: requested.now }), ...rest };
  });

  api.implement(bulkPostApi.matching, async ({ params: { serviceId }, query }) => {
    const { list, requested } = await readListQuery(tools, serviceId, query);
    const { postIds, end } = await findPostIds(tools, list, requested);
    return pageUpTo(postIds, end && toPagerKey(list, end));
  });

  api.implement(adminPostApi.choices, async ({ params: { serviceId } }) => ({
    authors: await listAuthors(reader, serviceId, 'author'),
    creators: await listAuthors(reader, serviceId, 'createdBy'),
    languages: await listLanguages(reader, serviceId),
  }));
}

type ListQuery = ParsedRequest<typeof adminPostApi.list>['query'];

async function readListQuery(
  { database: { reader }, clock }: Pick<ListTools, 'database' | 'clock'>,
  serviceId: string,
  { count, sort, order, category, tag, status, filters, q = '', language, date, from, to, ...query }: ListQuery,
): Promise<{ list: SearchOptions; requested: PostListQuery }> {
  const after = readPosition(serviceId, sort, query);
  const filter = readFilter(filters);
  const categoryIds = category ? await listSubtreeIds(reader, serviceId, category) : undefined;
  const tagId = tag ? await findTagId(reader, serviceId, tag) : undefined;
  const search = { serviceId, q, tagId, language: language || undefined };
  return {
    list: { serviceId, sort, order, after, count, categoryIds },
    requested: {
      filter,
      search: await searchAnyState({ reader, clock }, search),
      tagId,
      status: status || undefined,
      author: query.author || undefined,
      createdBy: query.createdBy || undefined,
      range: from || to ? { date, from: from || undefined, to: to || undefined } : undefined,
      now: toInstant(clock.now()),
    },
  };
}

async function listSubtreeIds(db: Db, serviceId: string, slug: string): Promise<number[] | undefined> {
  if (slug === ROOT_CATEGORY) return undefined;
  const all = await listCategories(db, serviceId);
  const category = all.find((candidate) => candidate.slug === slug);
  if (!category) throw notFound(messages.categoryMissing);
  return [category, ...descendantsOf(category, all)].map(({ id }) => id);
}

async function findTagId(db: Db, serviceId: string, label: string): Promise<string> {
  const tag = await findTag(db, serviceId, label);
  if (!tag) throw notFound(messages.tagMissing);
  return tag.tagId;
}

function readFilter(json: string | undefined): PostFilter | undefined {
  if (!json) return undefined;
  const parsed = PostFilterInput.safeParse(parseJson(json));
  if (!parsed.success) throw invalid({ filters: fieldMessages.invalid });
  return 'attribute' in parsed.data ? parsed.data : undefined;
}

const NO_TIME = 'None';

function readPosition(
  serviceId: string,
  sort: PostSort,
  pager: Pick<ListQuery, 'pagerKey' | 'pageToken'>,
): AdminListPosition | undefined {
  const schema: z.ZodType<AdminPostPagerKey> = adminPostPagerKeys[sort];
  const key = readPager(
    schema.refine((own) => own.serviceId === serviceId),
    pager,
  );
  if (!key) return undefined;
  const value = new Map(Object.entries(key)).get(sort) ?? '';
  if (sort === 'title') return { postId: key.postId, sortedBy: lowered(value) };
  return { postId: key.postId, sortedBy: value === NO_TIME ? '' : value };
}

function toPagerKey({ serviceId, sort }: SearchOptions, { postId, sortedBy }: AdminListPosition): AdminPostPagerKey {
  if (sort === 'title') return { postId, serviceId, title: sortedBy };
  if (sort === 'createdAt') return { postId, serviceId, createdAt: sortedBy };
  const time = sortedBy || NO_TIME;
  return sort === 'publishAt' ? { postId, serviceId, publishAt: time } : { postId, serviceId, updatedAt: time };
}
