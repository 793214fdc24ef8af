import { z } from 'zod';
import { endpointsOf, publicAccess, publicWithActor } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, Order, page, pageBothWays, pagerQuery } from './paging.ts';
import { ContentId } from './posts.ts';
import { CommentStatus } from './service-configs.ts';
import { ServiceParams } from './services.ts';
import { Id, Instant, InstantInput, text } from './text.ts';

export const CommentId = Id;

/** Code points, counted after line breaks became one character each. */
export const MAX_COMMENT = 1000;

/** Limits the text before trimming and normalizing line breaks. */
const RAW_COMMENT = 4 * MAX_COMMENT;

const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;
/** Stacked combining marks: more than any language uses, to overlap the lines above and below. */
const TOO_MANY_MARKS = /\p{M}{9}/u;

const tidyText = (max: number) =>
  text({ max }).refine((value) => !TOO_MANY_MARKS.test(value.replace(UNSEEN, '')), { error: fieldMessages.invalid });

/** Forms send a line break as two characters, but authors count one. */
export const CommentBody = tidyText(RAW_COMMENT)
  .overwrite((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => VISIBLE.test(value), { error: fieldMessages.empty })
  .max(MAX_COMMENT);

/** Visible characters. The blank Braille pattern and interlinear annotation marks render as blanks. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** A single trimmed line; empty when it has no visible character. */
const line = (max: number) =>
  tidyText(max).overwrite((value) => (VISIBLE.test(value) ? value.replace(/\s+/g, ' ').trim() : ''));

/** Self-reported author details, not verified. */
export const CommentProfilesInput = z.object({
  nickname: line(50).optional(),
  age: line(20).optional(),
  area: line(50).optional(),
});

export const CommentProfiles = z.object({
  nickname: z.string().optional(),
  age: z.string().optional(),
  area: z.string().optional(),
});
export type CommentProfiles = z.infer<typeof CommentProfiles>;

/** A comment as readers see it; fields without a value are absent. */
export const PublicComment = z
  .object({
    commentId: z.string(),
    serviceId: z.string(),
    contentId: z.string(),
    /** Plain text as typed. Escape it when embedding in HTML. */
    body: z.string(),
    /** The body as sanitized HTML with `br` and `a` elements only. */
    bodyHtml: z.string(),
    profiles: CommentProfiles.optional(),
    /** A reply of the people who run the service. */
    isByService: z.literal(true).optional(),
    /** Id of the comment that a reply answers. */
    replyTo: z.string().optional(),
    publishStatus: CommentStatus,
    createdAt: Instant,
    /** Time of the author's last edit. */
    updatedAt: Instant.optional(),
    /** `{publishStatus}#{createdAt}`. */
    statusCreatedAt: z.string(),
    /** `{serviceId}#{contentId}`. */
    serviceIdContentId: z.string(),
  })
  .meta({ id: 'PublicComment' });
export type PublicComment = z.infer<typeof PublicComment>;

export const OwnComment = PublicComment.extend({
  /** The author may edit or delete the comment until this time; absent afterwards. */
  editableUntil: Instant.optional(),
}).meta({ id: 'OwnComment' });
export type OwnComment = z.infer<typeof OwnComment>;

export const CommentPagerKey = z.object({ commentId: CommentId });
export type CommentPagerKey = z.infer<typeof CommentPagerKey>;

export const CommentCount = z.object({
  serviceId: z.string(),
  contentId: z.string(),
  publishStatus: CommentStatus,
  commentCount: z.int(),
  updatedAt: Instant,
});
export type CommentCount = z.infer<typeof CommentCount>;

export const CommentForm = z.object({
  /** Signed opening time of the form; sent back as `formToken`. */
  formToken: z.string(),
  /** ALTCHA challenge when the service requires a proof of work; its solution is sent back as `altcha`. */
  altcha: z.unknown().optional(),
  /** Site key of reCAPTCHA v3 when configured; the token (action `comment`) is sent back as `recaptcha`. */
  recaptchaSiteKey: z.string().optional(),
  recaptchaScript: z.string().optional(),
});
export type CommentForm = z.infer<typeof CommentForm>;

export const CommentInput = z.object({
  body: CommentBody,
  profiles: CommentProfilesInput.nullish(),
  recaptcha: text({ max: 5000 }).optional(),
  altcha: text({ max: 10_000 }).optional(),
  formToken: text({ max: 500 }).optional(),
  /** Honeypot: hidden from people, filled in by bots. */
  website: text({ max: 1000 }).optional(),
  /** Set by the HTML form without JavaScript: a missing proof then holds the comment instead of rejecting it. */
  isPlainForm: z.boolean().optional(),
});
export type CommentInput = z.output<typeof CommentInput>;

export const CommentEdit = CommentInput.pick({ body: true, profiles: true }).extend({
  /** The `updatedAt` that the author saw, `null` for none. If the comment was edited since, the call fails with 409. */
  seenUpdatedAt: Instant.nullable().optional(),
});

/** `counts` is reserved: it is the path of the counts. */
const CommentedContentId = ContentId.refine((id) => id !== 'counts', { error: fieldMessages.invalid });

const ContentParams = ServiceParams.extend({ contentId: CommentedContentId });
const CommentParams = ContentParams.extend({ commentId: CommentId });

const endpoint = endpointsOf({ tag: 'comments', access: publicWithActor, params: ContentParams });

export const commentApi = {
  counts: endpoint('GET', '/comments/:serviceId/counts', {
    summary: 'Count the published comments of each content of a service',
    access: publicAccess,
    params: ServiceParams,
    query: z.object({ count: count(50), ...pagerQuery }),
    response: page(CommentCount, z.object({ contentId: ContentId })).extend({
      totalCount: z.int(),
    }),
  }),
  list: endpoint('GET', '/comments/:serviceId/:contentId', {
    summary: 'List the published comments of a content, oldest first by default',
    access: publicAccess,
    query: z.object({
      count: count(10),
      order: Order.default('asc'),
      /** Exclusive end of `createdAt`. */
      untilTime: z.union([z.literal(''), InstantInput]).optional(),
      /** Exclusive start of `createdAt`. */
      sinceTime: z.union([z.literal(''), InstantInput]).optional(),
      apiVer: z.enum(['1', '2']).default('1'),
      ...pagerQuery,
    }),
    response: pageBothWays(PublicComment, CommentPagerKey).extend({
      meta: z.object({
        count: z.int(),
        isOpen: z.boolean(),
        /** Status of a new comment, unless the spam filter holds it. */
        startsAs: CommentStatus,
        /** True when comments without a proof of work or reCAPTCHA token, which need JavaScript, are held. */
        needsProof: z.boolean(),
      }),
    }),
  }),
  form: endpoint('POST', '/comments/:serviceId/:contentId/form', {
    summary: 'Get the form token and the challenges to send with a comment',
    access: publicAccess,
    response: CommentForm,
  }),
  own: endpoint('GET', '/comments/:serviceId/:contentId/own', {
    summary: 'List the caller’s newest comments in every state, by token or guest cookie',
    response: z.array(OwnComment),
  }),
  create: endpoint('POST', '/comments/:serviceId/:contentId', {
    summary: 'Post a comment as a user (with a token) or as a guest; the response has its state',
    body: CommentInput,
    response: OwnComment,
  }),
  edit: endpoint('PUT', '/comments/:serviceId/:contentId/:commentId', {
    summary: 'Edit your own comment within ten minutes; 403 afterwards, 409 with `current` if `seenUpdatedAt` is older',
    params: CommentParams,
    body: CommentEdit,
    response: OwnComment,
  }),
  delete: endpoint('DELETE', '/comments/:serviceId/:contentId/:commentId', {
    summary: 'Permanently delete your own comment within ten minutes; 403 afterwards',
    params: CommentParams,
    response: z.null(),
  }),
};
