import type { z } from 'zod';
import {
  type AdminPost,
  type AdminPostPagerKey,
  adminPostApi,
  adminPostPagerKeys,
  PostCreationWithSlug,
  type PostFilter,
  PostFilterInput,
  type PostSort,
  postConversionApi,
} from '#contract/admin-posts.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import type { ParsedRequest } from '#contract/endpoint.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { isAllowedPostSlug, looksLikeId } from '#contract/slugs.ts';
import { descendantsOf, listCategories } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import { invalid, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { pageUpTo, readPager } from '../http/pager.ts';
import { toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { parseJson } from '../platform/parse-json.ts';
import { deletePost } from '../post-history/bin/move-to-bin.ts';
import type { AdminListPosition } from '../posts/admin-post.repository.ts';
import { filterPosts, type SearchOptions } from '../posts/filter-posts.ts';
import { presentToEditors, ShownFiles, toAdminPostRows } from '../posts/post.presenter.ts';
import { findPostIdBySlug, getPost } from '../posts/post.repository.ts';
import { lowered, type PostListQuery } from '../posts/post-list-query.repository.ts';
import { readStatusWord } from '../posts/post-state.ts';
import { findTag } from '../tags/index.ts';
import { createPostByEditor, type SaveTools, savePost } from './save-post.ts';
import { changePostStatus } from './write-post.ts';

export function adminPostRoutes(api: Api, { log, ...tools }: SaveTools & { log: Log }): void {
  const { clock, renderer, mediaUrl } = tools;
  const { reader } = tools.database;
  const now = () => toInstant(clock.now());

  api.implement(adminPostApi.list, async ({ params: { serviceId }, query }) => {
    const { list, requested } = await readListQuery(reader, serviceId, query, now());
    const { posts, end } = await filterPosts(tools, list, requested);
    const { items, ...rest } = pageUpTo(posts, end && toPagerKey(list, end));
    return { items: await toAdminPostRows(reader, items, { serviceId, mediaUrl, now: requested.now }), ...rest };
  });

  api.implement(adminPostApi.isSlugFree, async ({ params: { serviceId }, query: { slug } }) => {
    if (looksLikeId(slug)) throw invalid({ slug: fieldMessages.invalid });
    return isAllowedPostSlug(slug) && (await findPostIdBySlug(reader, serviceId, slug)) === undefined;
  });

  api.implement(postConversionApi.convert, async ({ body, actor }) => ({ body: await renderer.convert(body, actor) }));

  const logChange = (event: string, { postId, serviceId, revision, status }: AdminPost, { username }: Actor): void =>
    log.info({ serviceId, postId, revision, status, actor: username }, event);

  // Without generated slugs, a missing slug is reported together with the other field errors.
  const { create } = adminPostApi;
  const creation = tools.autoSlug.isEnabled ? create : { ...create, body: PostCreationWithSlug };
  api.implement(creation, async ({ params: { serviceId }, body, actor }) => {
    const post = await createPostByEditor(tools, { serviceId, actor: actor.username }, body);
    logChange('post created', post, actor);
    return post;
  });

  api.implement(adminPostApi.preview, async ({ params: { serviceId }, body: { body, ...kind }, actor }) => {
    const source = { body: body.trimEnd(), ...kind };
    const { html } = await renderer.render(source, { previewFor: actor.username });
    const shown = await ShownFiles.of(reader, [{ bodyHtml: html }], { serviceId, mediaUrl });
    return { bodyHtml: shown.enrich(html, kind) };
  });

  api.implement(adminPostApi.find, async ({ params: { serviceId, idOrSlug } }) =>
    presentToEditors(reader, await getPost(reader, serviceId, idOrSlug), { mediaUrl, now: now() }),
  );

  api.implement(adminPostApi.update, async ({ params, body, actor }) => {
    const post = await savePost(tools, { ...params, actor: actor.username }, body);
    logChange('post saved', post, actor);
    return post;
  });

  api.implement(adminPostApi.setStatus, async ({ params: { serviceId, idOrSlug }, body, actor }) => {
    const status = readStatusWord(body.status);
    const { postId } = await getPost(reader, serviceId, idOrSlug);
    const changed = { serviceId, postId, actor: actor.username, revision: body.revision };
    const post = await changePostStatus(tools, changed, status);
    logChange('post status changed', post, actor);
    return post;
  });

  api.implement(adminPostApi.delete, async ({ params, actor }) => {
    const postId = await deletePost(tools, { ...params, actor: actor.username });
    log.info({ serviceId: params.serviceId, postId, actor: actor.username }, 'post deleted');
    return null;
  });
}

type ListQuery = ParsedRequest<typeof adminPostApi.list>['query'];

async function readListQuery(
  db: Db,
  serviceId: string,
  { count, sort, order, category, tag, status, filters, ...pager }: ListQuery,
  now: string,
): Promise<{ list: SearchOptions; requested: PostListQuery }> {
  const after = readPosition(serviceId, sort, pager);
  const filter = readFilter(filters);
  const categoryIds = category ? await listSubtreeIds(db, serviceId, category) : undefined;
  const tagId = tag ? await findTagId(db, serviceId, tag) : undefined;
  return {
    list: { serviceId, sort, order, after, count, categoryIds },
    requested: { filter, tagId, status: status || undefined, now },
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
