import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { postPreviewApi, postSlugApi } from '#contract/post-addresses.ts';
import { PostPagerKey, postApi } from '#contract/posts.ts';
import { descendantsOf, findCategory, listAncestors, listCategories } from '../categories/index.ts';
import type { Database, Db } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { invalid, notFound, Redirect } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { endPage, readPager, withStart } from '../http/pager.ts';
import { isTimeZone, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { findGroup } from '../post-groups/post-group.repository.ts';
import { findTag, listTagsOfPost } from '../tags/index.ts';
import { findPublicTranslations } from '../translations/public-translations.ts';
import {
  findAdjacentPosts,
  findNeighborsInTime,
  findPostPosition,
  listVisibleIdsOfGroup,
  type PostPosition,
} from './adjacent.repository.ts';
import { findRelated } from './find-related.ts';
import { ShownFiles, showPicture, toPublicPost, toPublicPosts } from './post.presenter.ts';
import { findPost, getPost, listGroupsOfPost, type Post, updatePreview } from './post.repository.ts';
import { type ListedPosts, type ListOptions, listPublishedPosts } from './post-list.repository.ts';
import { isVisible } from './post-state.ts';
import { isPreviewOpen, newPreview, type Preview, type PreviewTools } from './preview-token.ts';
import { type ProposalTools, proposeSlug } from './slugs/propose-slug.ts';
import { findSlugRedirect } from './slugs/slug-redirect.repository.ts';

type PostPage = ResponseOf<typeof postApi.list>;
type PageRequest = ListOptions & { readonly withTags: boolean };

interface PostRouteTools extends PreviewTools, ProposalTools {
  readonly database: Database;
  readonly log: Log;
  readonly mediaUrl: string;
  readonly config: { readonly publicUrl: string | undefined };
}

export function postRoutes(api: Api, tools: PostRouteTools): void {
  publicPostRoutes(api, tools);
  previewRoutes(api, tools);
  api.implement(postSlugApi.propose, async ({ params: { serviceId }, query: { by, title, timeZone } }) => {
    if (!isTimeZone(timeZone)) throw invalid({ timeZone: fieldMessages.invalid });
    return proposeSlug(tools.database.reader, tools, { serviceId, by, title, timeZone });
  });
}

function publicPostRoutes(
  api: Api,
  { database: { reader }, clock, mediaUrl, config: { publicUrl } }: PostRouteTools,
): void {
  api.implement(postApi.list, async ({ params: { serviceId }, query }) => {
    const { count, order, withBody, withCategory, withTags, category, tag, language } = query;
    const key = readPager(PostPagerKey, query);
    const after = key && { postId: key.postId, effectiveAt: key.statusPublishAt.replace('publish#', '') };
    const options = {
      serviceId,
      order,
      after,
      limit: count + 1,
      now: toInstant(clock.now()),
      withBody,
      withTags,
      language,
    };
    if (category) return listOfCategory(category, options, withCategory);
    if (tag) return listOfTag(tag, options);
    return toPostPage(await listPublishedPosts(reader, options), options);
  });

  api.implement(postApi.find, async ({ params: { serviceId, slug }, query: { token } }) => {
    const now = toInstant(clock.now());
    const isOpen = (found: Parameters<typeof isVisible>[0] & Preview) =>
      isVisible(found, now) || isPreviewOpen(token, found, now);
    const post = await findPost(reader, serviceId, { slug });
    if (!post) {
      const moved = await findSlugRedirect(reader, serviceId, slug);
      throw moved && isOpen(moved) ? new Redirect(addressOf(serviceId, moved.slug, token)) : notFound();
    }
    if (!isOpen(post)) throw notFound();
    const groups = await listGroupsOfPost(reader, serviceId, post.postId);
    const category = post.categorySlug ? await findCategory(reader, serviceId, post.categorySlug) : undefined;
    const shown = await ShownFiles.of(reader, [post], { serviceId, mediaUrl });
    const translated = await findPublicTranslations(reader, post, { now, publicUrl });
    return {
      ...toPublicPost(post, { now, shown }),
      ...translated,
      ...(category && { category: await withAncestors(category) }),
      tags: await listTagsOfPost(reader, serviceId, post.postId),
      ...(groups.length > 0 && { groups }),
      ...(post.isHiddenInList && { noindex: true as const }),
      ...(post.isHiddenInList && isPreviewOpen(token, post, now) && { isHiddenInList: true as const }),
    };
  });

  api.implement(postApi.adjacent, async ({ params, query }) =>
    findAdjacent(reader, { ...params, ...query, now: toInstant(clock.now()) }),
  );

  api.implement(postApi.related, async ({ params, query }) => {
    const options = { ...params, ...query, now: toInstant(clock.now()) };
    return { items: await toPublicPosts(reader, await findRelated(reader, options), { ...options, mediaUrl }) };
  });

  async function listOfCategory(slug: string, options: PageRequest, withCategory: boolean): Promise<PostPage> {
    const all = await listCategories(reader, options.serviceId);
    const category = all.find((candidate) => candidate.slug === slug);
    if (!category) throw notFound(messages.categoryMissing);
    const children = descendantsOf(category, all);
    const within = [category, ...children];
    // The root contains all posts, including those without a category.
    const categoryIds = slug === ROOT_CATEGORY ? undefined : within.map(({ id }) => id);
    const posts = await listPublishedPosts(reader, { ...options, categoryIds });
    const page = await toPostPage(posts, options);
    const items = withCategory
      ? page.items.map((post) => ({
          ...post,
          category: within.find((candidate) => candidate.slug === post.categorySlug),
        }))
      : page.items;
    const { pictureId: fileId } = category;
    const { serviceId } = options;
    const picture = fileId === null ? undefined : await showPicture(reader, { serviceId, fileId, mediaUrl });
    return { ...page, items, meta: { category: { ...category, children, ...(picture && { picture }) } } };
  }

  async function listOfTag(label: string, options: PageRequest): Promise<PostPage> {
    const tag = await findTag(reader, options.serviceId, label);
    if (!tag) throw notFound(messages.tagMissing);
    const page = await toPostPage(await listPublishedPosts(reader, { ...options, tagId: tag.tagId }), options);
    return { ...page, meta: { tag } };
  }

  async function toPostPage({ posts, hasMore }: ListedPosts, options: PageRequest): Promise<PostPage> {
    const { items, ...rest } = withStart(endPage(posts, hasMore, toPagerKey), options.after, toPagerKey);
    return { items: await toPublicPosts(reader, items, { ...options, mediaUrl }), ...rest };
  }

  async function withAncestors({ parentPath, ...category }: Category) {
    const parents = await listAncestors(reader, { parentPath, ...category });
    return { ...category, ...(parents.length > 0 && { parents }) };
  }
}

function toPagerKey({ postId, serviceId, effectiveAt }: Post): PostPagerKey {
  return { postId, serviceId, statusPublishAt: `publish#${effectiveAt}` };
}

function addressOf(serviceId: string, slug: string, token: string | undefined): string {
  const path = `/api/posts/${serviceId}/${slug}`;
  return token === undefined ? path : `${path}?${new URLSearchParams({ token })}`;
}

function previewRoutes(api: Api, { database, clock, content, log }: PostRouteTools): void {
  api.implement(postPreviewApi.renewToken, async ({ params: { serviceId, idOrSlug }, actor }) => {
    const preview = newPreview({ clock, content });
    // Responses to preview tokens are not cached, so the service revision stays.
    const postId = await writeTransaction(database.writer, async (trx) => {
      const { postId } = await getPost(trx, serviceId, idOrSlug);
      await updatePreview(trx, { serviceId, postId }, preview);
      return postId;
    });
    log.info({ serviceId, postId, actor: actor.username }, 'preview token replaced');
    return preview;
  });
}

type Adjacent = ResponseOf<typeof postApi.adjacent>;

interface AdjacentQuery {
  readonly serviceId: string;
  readonly slug: string;
  readonly group?: string | undefined;
  readonly now: string;
}

/** A post hidden in lists has no neighbors in time order. */
export async function findAdjacent(db: Db, { serviceId, slug, group, now }: AdjacentQuery): Promise<Adjacent> {
  const post = await findPostPosition(db, serviceId, slug);
  if (!post || !isVisible(post, now)) throw notFound();
  if (group !== undefined) return inGroup(db, post, { serviceId, group, now });
  const { postId, listedAt } = post;
  if (listedAt === null) return { previous: null, next: null };
  return findNeighborsInTime(db, { serviceId, listedAt, postId, now });
}

async function inGroup(
  db: Db,
  { postId }: PostPosition,
  { serviceId, group, now }: { serviceId: string; group: string; now: string },
): Promise<Adjacent> {
  const found = await findGroup(db, serviceId, group);
  if (!found) throw notFound();
  const ids = await listVisibleIdsOfGroup(db, { serviceId, groupId: found.groupId, now });
  const at = ids.indexOf(postId);
  if (at < 0) throw notFound();
  const before = ids[at - 1] ?? '';
  const after = ids[at + 1] ?? '';
  const posts = await findAdjacentPosts(db, serviceId, [before, after]);
  return {
    previous: posts.get(before) ?? null,
    next: posts.get(after) ?? null,
    group: { slug: found.slug, label: found.label, position: at + 1, count: ids.length },
  };
}
