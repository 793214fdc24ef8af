import { z } from 'zod';
import { Category } from './categories.ts';
import { endpointsOf, publicAccess } from './endpoint.ts';
import { ShownFile } from './files.ts';
import { distinctList } from './lists.ts';
import { count, flag, Order, pageBothWays, pagerQuery } from './paging.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { CategorySlug, GroupSlug, PostSlug } from './slugs.ts';
import { Tag, TagFilter } from './tags.ts';
import { Id, Instant, JsonValue, text } from './text.ts';

/**
 * Life cycle of a post: `draft` was never published, `reserved` waits for its publish time, `published` is live,
 * `unpublished` was published before.
 */
export const PostStatus = z.enum(['draft', 'reserved', 'published', 'unpublished']);
export type PostStatus = z.infer<typeof PostStatus>;

export const BodyFormat = z.enum(['markdown', 'html', 'text', 'json']);
export type BodyFormat = z.infer<typeof BodyFormat>;

/** The editor that a body was written in. Rich text and raw HTML are both stored as HTML. */
export const EditorMode = z.enum(['richText', 'markdown', 'text', 'rawHtml', 'json']);
export type EditorMode = z.infer<typeof EditorMode>;

/** Body format of each editor. HTML without a named editor belongs to the rich text editor. */
export const formatOfMode: Readonly<Record<EditorMode, BodyFormat>> = {
  richText: 'html',
  markdown: 'markdown',
  text: 'text',
  rawHtml: 'html',
  json: 'json',
};

export const PostTitle = text({ min: 1, max: 300 });
export const PostDescription = text({ max: 1000 });
export const PostAuthor = text({ max: 200 });
/** A language tag (BCP 47) such as `ja` or `zh-Hant-TW`; empty to detect the language from the text. */
export const PostLanguage = z.string().regex(/^(?:[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?)?$/);
/** Body as the author typed it; the limit is in code points. */
export const PostBody = text({ max: 1_000_000 });

export const PostLabel = text({ max: 100 });

/** Key of a post's comments and votes: the id of the post, unless its author sets another. */
export const ContentId = z.string().regex(/^[0-9a-z_-]{4,64}$/);

export const MAX_GROUPS = 200;

export const GroupOfPost = z.object({ slug: z.string(), label: z.string() });
export type GroupOfPost = z.infer<typeof GroupOfPost>;

/** All groups of a post. The post is appended to groups that it is not in yet. */
export const GroupSlugs = distinctList(GroupSlug, { max: MAX_GROUPS });

export const MAX_LINKS = 10;

export const PostLink = z.object({
  id: z.int().min(1).max(1_000_000),
  url: text({ min: 1, max: 2000 }).regex(/^https?:\/\/\S+$/i),
  label: text({ max: 300 }).optional(),
});
export type PostLink = z.infer<typeof PostLink>;

/** A heading for a table of contents; `id` is its anchor in `bodyHtml`. */
export const PostHeading = z.object({ id: z.string(), level: z.int().min(1).max(6), text: z.string() });
export type PostHeading = z.infer<typeof PostHeading>;

export const AdjacentPost = z.object({ slug: z.string(), title: z.string(), language: z.string().optional() });
export type AdjacentPost = z.infer<typeof AdjacentPost>;

/** Maximum length of an excerpt, in characters of the plain text. */
export const EXCERPT_LENGTH = 300;

/** A visible translation of a post; `url` is its page, a path if the server knows no public URL. */
export const PublicTranslation = z.object({
  language: z.string(),
  serviceId: z.string(),
  slug: z.string(),
  title: z.string(),
  url: z.string(),
  /** `original`: the post was translated from it; `translation`: it was translated from the post. */
  relation: z.enum(['original', 'translation']).optional(),
  /** For readers of none of the languages (`x-default`). If no translation has it, the post itself is for them. */
  isDefault: z.literal(true).optional(),
  /** Present when search engines should not index it. */
  noindex: z.literal(true).optional(),
});
export type PublicTranslation = z.infer<typeof PublicTranslation>;

/**
 * A post as readers see it; fields without a value are absent. `body` is what the author typed, `bodyHtml` sanitized
 * HTML made from it, `bodyText` its plain text, `statusPublishAt` its status and the time it took effect. Only the
 * single post contains its `groups`, and its `tags` unless a list requests them.
 */
export const PublicPost = z
  .object({
    postId: z.string(),
    slug: z.string(),
    serviceId: z.string(),
    title: z.string(),
    label: z.string().optional(),
    contentId: z.string(),
    description: z.string().optional(),
    author: z.string().optional(),
    /** Language tag chosen by an editor, or that of the post among its translations. */
    language: z.string().optional(),
    excerpt: z.string().optional(),
    body: z.string().optional(),
    bodyFormat: BodyFormat,
    bodyHtml: z.string().optional(),
    bodyText: z.string().optional(),
    bodyJson: JsonValue.optional(),
    thumbnail: ShownFile.optional(),
    images: z.array(ShownFile).optional(),
    files: z.array(ShownFile).optional(),
    status: PostStatus,
    postStatus: z.enum(['publish', 'unpublish']),
    publishAt: Instant.optional(),
    /** Time when a reserved post goes live: its publish time, rounded up to the next ten minutes. */
    effectiveAt: Instant.optional(),
    statusPublishAt: z.string(),
    createdAt: Instant,
    updatedAt: Instant.optional(),
    /** Time of the last change of the title or the body. Absent without the body. */
    textUpdatedAt: Instant.optional(),
    categorySlug: z.string().optional(),
    categoryPath: z.string().optional(),
    category: Category.partial({ parentPath: true })
      .extend({ parents: z.array(Category).optional() })
      .optional(),
    tags: z.array(Tag).optional(),
    groups: z.array(GroupOfPost).optional(),
    /** Present in the single post only. */
    headings: z.array(PostHeading).optional(),
    /** Estimated reading time of the body in seconds, by words for English and by characters for Japanese. */
    readingSeconds: z.int().optional(),
    /** Present in the single post only, when search engines should not index it. */
    noindex: z.literal(true).optional(),
    /** Present only with a preview token, when lists omit the post. */
    isHiddenInList: z.literal(true).optional(),
    links: z.array(PostLink).optional(),
    /** Present in the single post only, when readers see a translation of it. */
    translations: z.array(PublicTranslation).optional(),
  })
  .meta({ id: 'PublicPost' });
export type PublicPost = z.infer<typeof PublicPost>;

export const PostPagerKey = z.object({
  postId: Id,
  serviceId: ServiceId,
  statusPublishAt: z.string().regex(/^publish#\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
});
export type PostPagerKey = z.infer<typeof PostPagerKey>;

const PostParams = ServiceParams.extend({ slug: PostSlug });

const endpoint = endpointsOf({ tag: 'posts', access: publicAccess, params: PostParams });

export const postApi = {
  list: endpoint('GET', '/posts/:serviceId', {
    summary: 'List published posts, newest first, optionally of a category with its descendants, a tag or a language',
    params: ServiceParams,
    query: z.object({
      count: count(20),
      order: Order.default('desc'),
      category: z.union([z.literal(''), CategorySlug]).optional(),
      tag: TagFilter.optional(),
      /** Language tag that an editor chose; empty for all posts. */
      language: PostLanguage.optional(),
      withCategory: flag(true),
      /** `0` omits `body`, `bodyHtml`, `bodyText` and `links`, which shrinks a list to a fraction. */
      withBody: flag(true),
      withTags: flag(false),
      apiVer: z.enum(['1', '2']).default('1'),
      ...pagerQuery,
    }),
    response: pageBothWays(PublicPost, PostPagerKey).extend({
      meta: z
        .object({
          category: Category.extend({ children: z.array(Category), picture: ShownFile.optional() }).optional(),
          tag: Tag.optional(),
        })
        .optional(),
    }),
  }),
  find: endpoint('GET', '/posts/:serviceId/:slug', {
    summary: 'Get a visible post, or any post by preview token; a former slug redirects to the current one',
    query: z.object({
      token: z
        .string()
        .max(128)
        .regex(/^[0-9a-f]*$/)
        .optional(),
    }),
    response: PublicPost,
    alsoAnswers: [301],
  }),
  adjacent: endpoint('GET', '/posts/:serviceId/:slug/adjacent', {
    summary: 'Get the previous and next post, by publish time or by the order of a group',
    query: z.object({ group: GroupSlug.optional() }),
    response: z.object({
      /** The older post, or the preceding one of the group. */
      previous: AdjacentPost.nullable(),
      next: AdjacentPost.nullable(),
      /** Position of the post in the group, counted from 1 among visible posts. */
      group: z.object({ slug: z.string(), label: z.string(), position: z.int(), count: z.int() }).optional(),
    }),
  }),
  related: endpoint('GET', '/posts/:serviceId/:slug/related', {
    summary: 'List related posts without bodies: of the same groups, with most tags in common, of the same category',
    query: z.object({ count: count(3, 10) }),
    response: z.object({ items: z.array(PublicPost) }),
  }),
};
