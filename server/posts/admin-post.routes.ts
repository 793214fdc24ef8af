import {
  type AdminPost,
  type AdminPostPagerKey,
  adminPostApi,
  adminPostPagerKeys,
  type PostFilter,
  PostFilterInput,
  type PostSort,
} from '#contract/admin-posts.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { isAllowedPostSlug, looksLikeId } from '#contract/slugs.ts';
import { descendantsOf, listCategories } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import type { Actor } from '../platform/actor.ts';
import { toInstant } from '../platform/clock.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Api } from '../platform/implement.ts';
import type { Log } from '../platform/log.ts';
import { readPager, toPage } from '../platform/pager.ts';
import { presentToEditors, toAdminPostRow } from './admin-post.presenter.ts';
import { type AdminListPosition, listPosts } from './admin-post.repository.ts';
import { changePostStatus } from './change-post.ts';
import { deletePost } from './delete-post.ts';
import { getPost } from './find-post.ts';
import { findPostIdBySlug } from './post.repository.ts';
import { readStatusWord } from './post-state.ts';
import { createPostByEditor, type SaveTools, savePost } from './save-post.ts';
import type { Post } from './stored-post.ts';

export function adminPostRoutes(api: Api, { database, clock, renderer, log }: SaveTools & { log: Log }): void {
  const { reader } = database;
  const tools = { database, clock, renderer };
  const now = () => toInstant(clock.now());

  api.implement(adminPostApi.list, async ({ params: { serviceId }, query }) => {
    const { count, sort, order, category } = query;
    const after = readPosition(serviceId, query);
    const filter = readFilter(query.filters);
    const categoryIds = category ? await listSubtreeIds(reader, serviceId, category) : undefined;
    const posts = await listPosts(reader, { serviceId, sort, order, after, limit: count + 1, categoryIds, filter });
    const { items, ...rest } = toPage(posts, count, (last) => toPagerKey(last, sort));
    return { items: items.map((post) => toAdminPostRow(post, now())), ...rest };
  });

  api.implement(adminPostApi.isSlugFree, async ({ params: { serviceId }, query: { slug } }) => {
    if (looksLikeId(slug)) throw invalid({ slug: fieldMessages.invalid });
    return isAllowedPostSlug(slug) && (await findPostIdBySlug(reader, serviceId, slug)) === undefined;
  });

  const told = (event: string, { postId, serviceId, revision, status }: AdminPost, { username }: Actor): void =>
    log.info({ serviceId, postId, revision, status, actor: username }, event);

  api.implement(adminPostApi.create, async ({ params: { serviceId }, body, actor }) => {
    const post = await createPostByEditor(tools, { serviceId, actor: actor.username }, body);
    told('post created', post, actor);
    return post;
  });

  api.implement(adminPostApi.preview, async ({ body: { body, bodyFormat } }) => {
    const { html } = await renderer.render({ body: body.trimEnd(), bodyFormat }, { isPreview: true });
    return { bodyHtml: html };
  });

  api.implement(adminPostApi.find, async ({ params: { serviceId, idOrSlug } }) =>
    presentToEditors(reader, await getPost(reader, serviceId, idOrSlug), now()),
  );

  api.implement(adminPostApi.update, async ({ params, body, actor }) => {
    const post = await savePost(tools, { ...params, actor: actor.username }, body);
    told('post saved', post, actor);
    return post;
  });

  api.implement(adminPostApi.setStatus, async ({ params: { serviceId, idOrSlug }, body, actor }) => {
    const status = readStatusWord(body.status);
    const { postId } = await getPost(reader, serviceId, idOrSlug);
    const changed = { serviceId, postId, actor: actor.username, revision: body.revision };
    const post = await changePostStatus(tools, changed, status);
    told('post status changed', post, actor);
    return post;
  });

  api.implement(adminPostApi.delete, async ({ params, actor }) => {
    const postId = await deletePost(tools, params);
    log.info({ serviceId: params.serviceId, postId, actor: actor.username }, 'post deleted');
    return null;
  });
}

/** The ids of a category and of everything below it. */
async function listSubtreeIds(db: Db, serviceId: string, slug: string): Promise<number[]> {
  const all = await listCategories(db, serviceId);
  const category = all.find((candidate) => candidate.slug === slug);
  if (!category) throw notFound(messages.categoryMissing);
  return [category, ...descendantsOf(category, all)].map(({ id }) => id);
}

function readFilter(json: string | undefined): PostFilter | undefined {
  if (!json) return undefined;
  const parsed = PostFilterInput.safeParse(parseJson(json));
  if (!parsed.success) throw invalid({ filters: fieldMessages.invalid });
  return 'attribute' in parsed.data ? parsed.data : undefined;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

interface Pager {
  readonly sort: PostSort;
  readonly pagerKey?: string | undefined;
  readonly pageToken?: string | undefined;
}

/** Where the last page ended; a page of another sort or service ended somewhere else. */
function readPosition(serviceId: string, { sort, ...pager }: Pager): AdminListPosition | undefined {
  const isOwn = (key: { serviceId: string }) => key.serviceId === serviceId;
  const { createdAt, publishAt } = adminPostPagerKeys;
  const schema = sort === 'createdAt' ? createdAt.refine(isOwn) : publishAt.refine(isOwn);
  const key: AdminPostPagerKey | undefined = readPager(schema, pager);
  if (!key) return undefined;
  const sortedBy = 'createdAt' in key ? key.createdAt : key.publishAt;
  return { postId: key.postId, sortedBy: sortedBy === 'None' ? '' : sortedBy };
}

function toPagerKey({ postId, serviceId, createdAt, publishAt }: Post, sort: PostSort): AdminPostPagerKey {
  return sort === 'createdAt'
    ? { postId, serviceId, createdAt }
    : { postId, serviceId, publishAt: publishAt ?? 'None' };
}
