import { z } from 'zod';

/** Shapes of the wire format, written by hand and independent of server code. */

const Instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
const Id = z.string().regex(/^[0-9a-z]{26}$/);
const Text = z.string().min(1);

export const CategoryShape = z.strictObject({
  id: z.int(),
  slug: Text,
  label: Text,
  serviceId: Text,
  parentPath: Text,
  orderNo: z.int().optional(),
  meta: z.unknown().optional(),
  publishStatus: z.literal('publish'),
});

/** With `withParents`, a category omits its own path. */
export const CategoryWithParentsShape = CategoryShape.omit({ parentPath: true }).extend({
  parents: z.array(CategoryShape),
});

export const CategoryTreeShape = CategoryShape.extend({
  get children() {
    return z.array(CategoryTreeShape);
  },
});

export const TagShape = z.strictObject({ tagId: Id, label: Text, serviceId: Text });

const FileOfPost = z.looseObject({ fileId: Id, mimeType: Text, caption: Text.optional() });

export const FileShape = z.looseObject({
  fileId: Id,
  serviceId: Text,
  fileType: z.enum(['image', 'file']),
  mimeType: Text,
  name: Text,
  size: z.int(),
  createdAt: Instant,
  status: z.enum(['reserved', 'published', 'removed']),
});
export const ReservedFileShape = FileShape.extend({ status: z.literal('reserved'), url: z.url() });
const LinkOfPost = z.strictObject({ id: z.int().min(1), url: z.url(), label: Text.optional() });

const postFields = {
  postId: Id,
  slug: Text,
  serviceId: Text,
  title: Text,
  bodyFormat: z.enum(['html', 'text', 'markdown', 'json']),
  postStatus: z.enum(['publish', 'unpublish']),
  statusPublishAt: z.string().regex(/^(?:publish|unpublish|reserve|hidden)#(?:None|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/),
  createdAt: Instant,
};

const PRIVATE = ['previewToken', 'previewExpiresAt', 'createdBy', 'updatedBy', 'isHiddenInList', 'revision', 'service'];

/** `bodyJson` may be any JSON value, and a single post always has `tags`. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['bodyJson', 'tags']);

function isFalsy(value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty || (!value && typeof value !== 'undefined');
}

/** Empty and private fields are absent; extra fields are allowed. */
const PublicPostBase = z.looseObject({
  ...postFields,
  body: Text.optional(),
  bodyHtml: Text.optional(),
  bodyText: Text.optional(),
  publishAt: Instant.optional(),
  updatedAt: Instant.optional(),
  categorySlug: Text.optional(),
  categoryPath: z
    .string()
    .regex(/^\d+(?:#\d+)+$/)
    .optional(),
  images: z.array(FileOfPost).optional(),
  files: z.array(FileOfPost).optional(),
  links: z.array(LinkOfPost).optional(),
  category: CategoryShape.partial({ parentPath: true })
    .extend({ parents: z.array(CategoryShape).optional() })
    .optional(),
  tags: z.array(TagShape).optional(),
});

export const PublicPostShape = PublicPostBase.superRefine((post, context) => {
  for (const key of PRIVATE) if (key in post) context.addIssue(`${key} is for editors`);

  const empty = Object.keys(post).filter((key) => !MAY_BE_EMPTY.has(key) && isFalsy(post[key]));
  if (empty.length > 0) context.addIssue(`${empty.join()} should be absent`);
});

/** `startToken` is an extension of the wire format, for paging backward. */
const pager = { pagerKey: z.looseObject({}).nullable(), pageToken: Text.nullable(), startToken: Text.optional() };

export const PostPageShape = z.strictObject({
  items: z.array(PublicPostShape),
  ...pager,
  meta: z
    .strictObject({ category: CategoryShape.extend({ children: z.array(CategoryShape) }) })
    .or(z.strictObject({ tag: TagShape }))
    .optional(),
});

const GroupShape = z.strictObject({
  serviceId: Text,
  slug: Text,
  label: Text,
  postIds: z.array(Id).min(1).optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const GroupPageShape = z.strictObject({ items: z.array(GroupShape), ...pager });
/** Cursors, `postCount` and `startNumber` are extensions of the wire format. */
export const GroupWithPostsShape = GroupShape.extend({
  posts: z.array(PublicPostShape).min(1).optional(),
  postCount: z.int().optional(),
  startNumber: z.int().min(1).optional(),
  pagerKey: pager.pagerKey.optional(),
  pageToken: pager.pageToken.optional(),
  startToken: pager.startToken,
});

export const TagPageShape = z.strictObject({ items: z.array(TagShape), ...pager });

const ConfigsShape = z.strictObject({
  outerSiteUrl: z.string(),
  frontendPostDetailUrlPrefix: z.string(),
  mediaUploadAcceptMimetypesImage: z.array(Text),
  mediaUploadImageSizes: z.array(Text),
  mediaUploadSizeLimitMBImage: z.int(),
  mediaUploadAcceptMimetypesFile: z.array(Text),
  mediaUploadSizeLimitMBFile: z.int(),
  commentDefaultPublishStatus: z.enum(['publish', 'unpublish', 'unconfirm']),
  /** Extensions of the wire format: settings of moderation and appearance. */
  commentBlockedWords: z.array(Text),
  commentMaxLinks: z.int(),
  commentProofOfWork: z.boolean(),
  siteDescription: z.string(),
  siteLogoUrl: z.string(),
  siteAccentColor: z.string(),
  siteLanguage: z.enum(['en', 'ja']),
  siteDarkLogoUrl: z.string(),
  siteFaviconUrl: z.string(),
  siteListLayout: z.enum(['text', 'cards', 'magazine']),
  siteFonts: z.enum(['system', 'serif', 'sans']),
  siteHeaderLinks: z.array(z.string()),
  siteFooterLinks: z.array(z.string()),
  siteFooterText: z.string(),
});

export const ServiceShape = z.strictObject({
  serviceId: Text,
  label: Text,
  functions: z.array(z.enum(['post', 'comment'])),
  createdAt: Instant,
  updatedAt: Instant.nullish(),
  revision: z.int(),
});
export const ServiceWithConfigsShape = ServiceShape.extend({ configs: ConfigsShape });

export const ConfigShape = z.strictObject({
  serviceId: Text,
  configName: Text,
  configVal: z.union([z.string(), z.int(), z.array(Text)]),
  isJson: z.boolean(),
  updatedAt: Instant.nullish(),
  revision: z.int(),
});

const contentFields = {
  serviceId: Text,
  contentId: Text,
  commentDefaultPublishStatus: z.enum(['publish', 'unpublish', 'unconfirm']),
};
export const ContentPageShape = z.strictObject({ items: z.array(z.looseObject(contentFields)), ...pager });
export const ContentShape = z.looseObject({ ...contentFields, createdAt: Instant, updatedAt: Instant.nullish() });

export const UserShape = z.looseObject({
  username: Text,
  email: z.email(),
  emailVerified: z.boolean(),
  role: z.enum(['admin', 'editor', 'viewer', 'normal']),
  enabled: z.boolean(),
  status: Text,
  createdAt: Instant,
  updatedAt: Instant.nullable(),
});

const AdminRowBase = z.looseObject({
  ...postFields,
  categorySlug: Text.nullish(),
  isHiddenInList: z.boolean(),
  publishAt: Instant.nullish(),
  updatedAt: Instant.nullish(),
});
const AdminRowShape = AdminRowBase.refine((row) => !('body' in row) && !('bodyHtml' in row));
export const AdminPostPageShape = z.looseObject({ items: z.array(AdminRowShape), pagerKey: pager.pagerKey });

const RawCategory = z.looseObject(CategoryShape.shape);

export const RawPostShape = z.looseObject({
  ...postFields,
  body: z.string(),
  bodyHtml: z.string(),
  bodyText: z.string(),
  bodyJson: z.json(),
  publishAt: Instant.nullable(),
  isHiddenInList: z.boolean(),
  categorySlug: Text.nullish(),
  categoryPath: Text.nullish(),
  images: z.array(FileOfPost),
  files: z.array(FileOfPost),
  links: z.array(LinkOfPost),
  tags: z.array(z.looseObject({ tagId: Id, label: Text })),
  createdBy: Text,
  updatedBy: Text.nullish(),
  updatedAt: Instant.nullish(),
  previewToken: z.string().regex(/^[0-9a-f]{64}$/),
});

export const PostDetailShape = RawPostShape.extend({
  category: RawCategory.extend({ parents: z.array(RawCategory) }).nullish(),
  service: z.looseObject({ serviceId: Text, label: Text, configs: ConfigsShape }),
});

const rawGroupFields = { serviceId: Text, slug: Text, label: Text, createdAt: Instant, updatedAt: Instant };
export const RawGroupShape = z.looseObject({ ...rawGroupFields, postIds: z.array(Id).optional() });
export const RawGroupWithPostsShape = RawGroupShape.extend({
  posts: z.array(z.looseObject({ postId: Id, slug: Text, title: Text, publishAt: Instant.nullable() })),
});

export const RawCategoryShape = RawCategory;
export const CategoryDetailShape = RawCategory.extend({
  parents: z.array(RawCategory),
  children: z.array(RawCategory),
  service: z.looseObject({ serviceId: Text, label: Text }),
});

export const CacheShape = z.looseObject({ path: Text, uploadedAt: Instant });

const FieldErrorShape = z.strictObject({
  field: z.string().regex(/^[a-z0-9_]+$/),
  message: Text,
  path: Text.optional(),
  limit: z.looseObject({}).optional(),
});

export const ErrorShape = z.looseObject({ message: Text, errors: z.array(FieldErrorShape).min(1).optional() });

const CommentStatus = z.enum(['publish', 'unpublish', 'unconfirm']);
const commentFields = {
  commentId: Id,
  serviceId: Text,
  contentId: z.string().regex(/^[0-9a-z_-]{4,64}$/),
  body: Text,
  createdAt: Instant,
  publishStatus: CommentStatus,
  statusCreatedAt: z.string().regex(/^(?:publish|unpublish|unconfirm)#\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  serviceIdContentId: z.string().regex(/^[^#]+#[^#]+$/),
};
const Profiles = z.strictObject({ nickname: Text.optional(), age: Text.optional(), area: Text.optional() });
const ABOUT_AUTHORS = ['address', 'addressHash', 'addressMark', 'userAgent', 'authorId', 'authorName', 'heldFor', 'ip'];

export const CommentShape = z
  .looseObject({ ...commentFields, profiles: Profiles.optional() })
  .refine((comment) => !ABOUT_AUTHORS.some((name) => name in comment), { error: 'It tells of its author' });
export const CommentPageShape = z.looseObject({
  items: z.array(CommentShape),
  ...pager,
  meta: z.looseObject({ count: z.int() }),
});
export const CommentCountsShape = z.looseObject({
  items: z.array(
    z.strictObject({
      serviceId: Text,
      contentId: Text,
      publishStatus: z.literal('publish'),
      commentCount: z.int().min(1),
      updatedAt: Instant,
    }),
  ),
  totalCount: z.int(),
});
export const RawCommentShape = z.looseObject({ ...commentFields, profiles: Profiles });
export const RawCommentPageShape = z.looseObject({ items: z.array(RawCommentShape), ...pager });
