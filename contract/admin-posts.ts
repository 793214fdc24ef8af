import { z } from 'zod';
import { ServiceDetail } from './admin-services.ts';
import { Category } from './categories.ts';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { messages } from './errors.ts';
import { ShownFile } from './files.ts';
import { distinctList } from './lists.ts';
import { count, Order, page, pagerQuery, yesOrNo } from './paging.ts';
import { MAX_SEARCH, SearchLanguage } from './post-search.ts';
import {
  BodyFormat,
  ContentId,
  EditorMode,
  GroupOfPost,
  GroupSlugs,
  MAX_LINKS,
  PostAuthor,
  PostBody,
  PostDescription,
  PostLabel,
  PostLanguage,
  PostLink,
  PostStatus,
  PostTitle,
} from './posts.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { CategorySlug, PostSlug } from './slugs.ts';
import { MAX_TAGS, Tag, TagFilter, TagLabel } from './tags.ts';
import { Id, Instant, InstantInput, JsonValue, text } from './text.ts';

export const MAX_FILES = 5;
export const MAX_FILTER = 100;

/** Maximum request size in bytes: the longest body in UTF-8 plus JSON overhead. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** A file of the service by id. The type recorded at upload takes precedence over `mimeType`. */
const PostFileInput = z.object({
  fileId: Id,
  mimeType: text({ min: 1, max: 100 }).nullish(),
  caption: text({ max: 1000 }).nullish(),
});
export type PostFileInput = z.output<typeof PostFileInput>;

export const AdminPostRow = z
  .object({
    postId: z.string(),
    serviceId: z.string(),
    slug: z.string(),
    title: z.string(),
    label: z.string(),
    contentId: z.string(),
    categorySlug: z.string().nullable(),
    categoryLabel: z.string().nullable(),
    bodyFormat: BodyFormat,
    editorMode: EditorMode,
    thumbnail: ShownFile.nullable(),
    status: PostStatus,
    postStatus: z.enum(['publish', 'unpublish']),
    statusPublishAt: z.string(),
    isHiddenInList: z.boolean(),
    tags: z.array(Tag),
    /** Publish time as entered by the editor. */
    publishAt: Instant.nullable(),
    /** Time when readers see the post. Future publish times are rounded up to the next ten minutes. */
    effectiveAt: Instant.nullable(),
    revision: z.int(),
    createdAt: Instant,
    createdBy: z.string(),
    updatedAt: Instant.nullable(),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: 'AdminPostRow' });
export type AdminPostRow = z.infer<typeof AdminPostRow>;

export const AdminPost = AdminPostRow.extend({
  description: z.string(),
  author: z.string(),
  language: z.string(),
  body: z.string(),
  bodyHtml: z.string(),
  bodyText: z.string(),
  /** Parsed body of a JSON post, otherwise `null`. */
  bodyJson: JsonValue,
  categoryPath: z.string().nullable(),
  /** `parents` are ordered from the top down, without the root. */
  category: Category.extend({ parents: z.array(Category) }).nullable(),
  images: z.array(ShownFile),
  files: z.array(ShownFile),
  links: z.array(PostLink),
  groups: z.array(GroupOfPost),
  previewToken: z.string(),
  previewExpiresAt: Instant,
  service: ServiceDetail,
}).meta({ id: 'AdminPost' });
export type AdminPost = z.infer<typeof AdminPost>;

/** An existing tag by id, or a tag by label, which is created when missing. */
export const TagChoice = z.union([z.object({ tagId: Id }), z.object({ label: TagLabel })]);
export type TagChoice = z.infer<typeof TagChoice>;

/** Only the prefix matters: `publish…`, `unpublish…`, `reserve…` (publish at the post's time) and `draft`. */
const StatusWord = text({ min: 1, max: 20 }).refine(
  // An empty value already fails the length check and gets no second error.
  (word) => word === '' || /^(publish|unpublish|reserve|draft)/.test(word),
  { error: messages.statusInvalid },
);

function nullAsAbsent<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const filesInput = distinctList(PostFileInput, { max: MAX_FILES, keyOf: ({ fileId }) => fileId });

/**
 * Fields of a save. Absent keys keep their value; so does `publishAt: ""`, while `null` removes the time, so that
 * publishing takes effect at once. `revision` is the revision that was read; saving on an older one fails with 409.
 */
const PostFields = z.object({
  slug: PostSlug,
  title: z.string().trim().pipe(PostTitle),
  label: nullAsAbsent(PostLabel),
  description: nullAsAbsent(PostDescription),
  author: nullAsAbsent(PostAuthor),
  language: nullAsAbsent(PostLanguage),
  /** Empty for the id of the post itself. */
  contentId: nullAsAbsent(z.union([z.literal(''), ContentId])),
  bodyFormat: BodyFormat,
  editorMode: nullAsAbsent(EditorMode),
  body: nullAsAbsent(PostBody),
  category: z.union([z.literal(''), CategorySlug]).nullable(),
  status: StatusWord,
  publishAt: z.union([z.literal(''), InstantInput]).nullable(),
  isHiddenInList: nullAsAbsent(yesOrNo),
  thumbnail: PostFileInput.nullable(),
  images: nullAsAbsent(filesInput),
  files: nullAsAbsent(filesInput),
  links: nullAsAbsent(
    distinctList(PostLink.extend({ label: nullAsAbsent(PostLink.shape.label) }), {
      max: MAX_LINKS,
      keyOf: ({ id }) => id,
    }),
  ),
  tags: nullAsAbsent(z.array(TagChoice).max(MAX_TAGS)),
  groups: nullAsAbsent(GroupSlugs),
});

export const PostCreation = PostFields.partial()
  .required({ title: true, bodyFormat: true, status: true })
  .extend({ slug: z.union([z.literal(''), PostSlug]).nullish() })
  .meta({ id: 'PostCreation' });
export type PostCreation = z.output<typeof PostCreation>;

/** Used by installations that do not generate slugs: requires `slug`. */
export const PostCreationWithSlug = PostCreation.extend({ slug: PostSlug }).meta({ id: 'PostCreationWithSlug' });

export const PostUpdate = PostFields.partial()
  .extend({ revision: z.int().min(1).optional() })
  .meta({ id: 'PostUpdate' });
export type PostUpdate = z.output<typeof PostUpdate>;

export const PostSort = z.enum(['createdAt', 'publishAt', 'updatedAt', 'title']);
export type PostSort = z.infer<typeof PostSort>;

/**
 * Sent as JSON text in the query; an empty value disables the filter. Letters A to Z match case-insensitively.
 * `contains` and `body` scan up to some thousands of posts per request: a page may be short or empty and still have a
 * `pagerKey`.
 */
export const PostFilter = z.object({
  attribute: z.enum(['slug', 'title', 'body']),
  compare: z.enum(['eq', 'contains']),
  value: text({ max: MAX_FILTER }),
});
export type PostFilter = z.infer<typeof PostFilter>;

export const PostFilterInput = z.union([z.object({ value: z.literal('') }), PostFilter]);

export const PostDate = PostSort.exclude(['title']);
export type PostDate = z.infer<typeof PostDate>;

/** All conditions of the post list apply. An empty value disables one. */
export const postListQuery = {
  sort: PostSort.default('createdAt'),
  order: Order.default('desc'),
  filters: text({ max: 2000 }).optional(),
  /**
   * Every word must be in the title, slug, text or tags; English words match as prefixes, Japanese ones anywhere. Words
   * without letters or digits are dropped. A frequent word may yield short or empty pages, as `contains` does.
   */
  q: text({ max: MAX_SEARCH }).optional(),
  /** Includes all subcategories; the root matches all posts. */
  category: z.union([z.literal(''), CategorySlug]).optional(),
  tag: TagFilter.optional(),
  status: z.union([z.literal(''), PostStatus]).optional(),
  author: PostAuthor.optional(),
  /** Name of the account that created the post. */
  createdBy: text({ max: 128 }).optional(),
  /** Language of the post, or the one detected from its text. */
  language: SearchLanguage.optional(),
  /** The date that `from` (inclusive) and `to` (exclusive) restrict. */
  date: PostDate.default('createdAt'),
  from: z.union([z.literal(''), InstantInput]).optional(),
  to: z.union([z.literal(''), InstantInput]).optional(),
  ...pagerQuery,
};

/** Cursors of the post list, one per sort field. Posts without a publish time have `None`. */
export const adminPostPagerKeys = {
  createdAt: z.object({ postId: Id, serviceId: ServiceId, createdAt: Instant }),
  publishAt: z.object({
    postId: Id,
    serviceId: ServiceId,
    publishAt: z.union([Instant, z.literal('None')]),
  }),
  updatedAt: z.object({
    postId: Id,
    serviceId: ServiceId,
    updatedAt: z.union([Instant, z.literal('None')]),
  }),
  title: z.object({ postId: Id, serviceId: ServiceId, title: PostTitle }),
};
export const AdminPostPagerKey = z.union(Object.values(adminPostPagerKeys));
export type AdminPostPagerKey = z.infer<typeof AdminPostPagerKey>;

/** 26 lowercase letters and digits are read as an id, anything else as a slug. */
const PostParams = ServiceParams.extend({ idOrSlug: PostSlug });

const endpoint = endpointsOf({ tag: 'admin posts', access: editorOfService, params: ServiceParams });

export const adminPostApi = {
  list: endpoint('GET', '/admin/posts/:serviceId', {
    summary: 'List the posts of a service in any state, without bodies',
    access: viewerOfService,
    query: z.object({ count: count(20), ...postListQuery }),
    response: page(AdminPostRow, AdminPostPagerKey),
  }),
  choices: endpoint('GET', '/admin/posts/:serviceId/search/choices', {
    summary: 'List the authors, creators and languages of the posts, up to 100 each, for the filters of the post list',
    access: viewerOfService,
    response: z.object({
      authors: z.array(z.string()),
      /** Names of accounts. */
      creators: z.array(z.string()),
      languages: z.array(z.string()),
    }),
  }),
  isSlugFree: endpoint('GET', '/admin/posts/:serviceId/slug', {
    summary: 'Check whether a slug is available for a post',
    access: viewerOfService,
    query: z.object({ slug: PostSlug }),
    response: z.boolean(),
  }),
  create: endpoint('POST', '/admin/posts/:serviceId', {
    summary: 'Create a post',
    body: PostCreation,
    bodyLimit: BODY_LIMIT,
    response: AdminPost,
  }),
  preview: endpoint('POST', '/admin/posts/:serviceId/preview', {
    summary: 'Render a body as readers would see it, without storing it',
    body: z.object({ body: PostBody, bodyFormat: BodyFormat, language: PostLanguage.optional() }),
    bodyLimit: BODY_LIMIT,
    response: z.object({ bodyHtml: z.string() }),
  }),
  find: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug', {
    summary: 'Get a post in any state',
    access: viewerOfService,
    params: PostParams,
    response: AdminPost,
  }),
  update: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug', {
    summary: 'Update a post; absent fields stay unchanged',
    params: PostParams,
    body: PostUpdate,
    bodyLimit: BODY_LIMIT,
    response: AdminPost,
  }),
  setStatus: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/status', {
    summary: 'Publish or unpublish a post',
    params: PostParams,
    body: z.object({ status: StatusWord, revision: z.int().min(1).optional() }),
    response: AdminPost,
  }),
  delete: endpoint('DELETE', '/admin/posts/:serviceId/:idOrSlug', {
    summary: 'Delete a post',
    params: PostParams,
    response: z.null(),
  }),
};

export const postConversionApi = {
  convert: endpoint('POST', '/admin/posts/:serviceId/preview/conversion', {
    summary: 'Convert a body to another format without storing it',
    body: z.object({ body: PostBody, from: BodyFormat, to: BodyFormat }),
    bodyLimit: BODY_LIMIT,
    response: z.object({ body: z.string() }),
  }),
};
