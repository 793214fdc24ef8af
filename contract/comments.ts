import { z } from 'zod';
import { endpoint, publicAccess, publicKnowingWho } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, Order, page, pageBothWays, pagerQuery } from './paging.ts';
import { ContentId } from './posts.ts';
import { CommentStatus } from './service-configs.ts';
import { ServiceParams } from './services.ts';
import { Instant, InstantInput, text } from './text.ts';

export const CommentId = z.string().regex(/^[0-9a-z]{26}$/);

/** Longest comment, in characters (code points) after line breaks have become one each. */
export const MAX_COMMENT = 1000;

/** What a form may hold before it is trimmed and its line breaks are counted as one. */
const RAW_COMMENT = 4 * MAX_COMMENT;

/** What nobody sees. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;
/** More marks on one letter than any language has, to cover the lines above and below. */
const TOO_MANY_MARKS = /\p{M}{9}/u;

/** Text that stays within its lines. */
const tidyText = (max: number) =>
  text({ max }).refine((value) => !TOO_MANY_MARKS.test(value.replace(UNSEEN, '')), { error: fieldMessages.invalid });

/** Forms send a line break as two characters; whoever typed it counted one. */
export const CommentBody = tidyText(RAW_COMMENT)
  .overwrite((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => VISIBLE.test(value), { error: fieldMessages.empty })
  .max(MAX_COMMENT);

/** What somebody sees of a text; the pattern of Braille without dots, and marks of annotations, look like blanks. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** One line, without blanks around it; empty where there is nothing to be seen. */
const line = (max: number) =>
  tidyText(max).overwrite((value) => (VISIBLE.test(value) ? value.replace(/\s+/g, ' ').trim() : ''));

/** What whoever comments says of themselves; nobody checks it. */
export const CommentProfilesInput = z.object({
  nickname: line(50).optional(),
  age: line(20).optional(),
  area: line(50).optional(),
});

/** What was said, without what was left empty. */
export const CommentProfiles = z.object({
  nickname: z.string().optional(),
  age: z.string().optional(),
  area: z.string().optional(),
});
export type CommentProfiles = z.infer<typeof CommentProfiles>;

/** A comment as readers may see it; fields without a value are absent. */
export const PublicComment = z
  .object({
    commentId: z.string(),
    serviceId: z.string(),
    contentId: z.string(),
    /** As typed, to be shown as text. */
    body: z.string(),
    /** The same as safe HTML of `br` and `a` alone. */
    bodyHtml: z.string(),
    profiles: CommentProfiles.optional(),
    publishStatus: CommentStatus,
    createdAt: Instant,
    /** When its author changed it. */
    updatedAt: Instant.optional(),
    /** `{publishStatus}#{createdAt}`. */
    statusCreatedAt: z.string(),
    /** `{serviceId}#{contentId}`. */
    serviceIdContentId: z.string(),
  })
  .meta({ id: 'PublicComment' });
export type PublicComment = z.infer<typeof PublicComment>;

/** A comment as its author sees it, whatever its state. */
export const OwnComment = PublicComment.extend({
  /** Until when its author may edit or delete it; absent when that is over. */
  editableUntil: Instant.optional(),
}).meta({ id: 'OwnComment' });
export type OwnComment = z.infer<typeof OwnComment>;

/** Where a page of comments ends. */
export const CommentPagerKey = z.object({ commentId: CommentId });
export type CommentPagerKey = z.infer<typeof CommentPagerKey>;

/** How many comments of one content have a state. */
export const CommentCount = z.object({
  serviceId: z.string(),
  contentId: z.string(),
  publishStatus: CommentStatus,
  commentCount: z.int(),
  updatedAt: Instant,
});
export type CommentCount = z.infer<typeof CommentCount>;

/** What a form has to bring along with a comment. */
export const CommentForm = z.object({
  /** When the form was opened, signed; to be sent back as `formToken`. */
  formToken: z.string(),
  /** A challenge of ALTCHA, where the service asks for a proof of work; its solution is sent back as `altcha`. */
  altcha: z.unknown().optional(),
  /** The key of reCAPTCHA v3, where it is configured; its token (action `comment`) is sent back as `recaptcha`. */
  recaptchaSiteKey: z.string().optional(),
  /** The address of its script, for that key. */
  recaptchaScript: z.string().optional(),
});
export type CommentForm = z.infer<typeof CommentForm>;

export const CommentInput = z.object({
  body: CommentBody,
  profiles: CommentProfilesInput.nullish(),
  recaptcha: text({ max: 5000 }).optional(),
  /** A solution of the form's challenge, as ALTCHA's widget gives it. */
  altcha: text({ max: 10_000 }).optional(),
  formToken: text({ max: 500 }).optional(),
  /** A field that people do not see; whoever fills it is no person. */
  website: text({ max: 1000 }).optional(),
  /** Set by a page's own form where no script runs: what only a script could have brought is then not refused but held. */
  isPlainForm: z.boolean().optional(),
});
export type CommentInput = z.output<typeof CommentInput>;

/** What an author may change of a comment. */
export const CommentEdit = CommentInput.pick({ body: true, profiles: true });

/** `counts` is what stands in the address of the counts. */
const CommentedContentId = ContentId.refine((id) => id !== 'counts', { error: fieldMessages.invalid });

const ContentParams = ServiceParams.extend({ contentId: CommentedContentId });
const CommentParams = ContentParams.extend({ commentId: CommentId });
const tag = 'comments';

export const commentApi = {
  counts: endpoint({
    method: 'GET',
    path: '/comments/:serviceId/counts',
    summary: 'How many published comments each content of a service has, by content id',
    tag,
    access: publicAccess,
    params: ServiceParams,
    query: z.object({ count: count(50), ...pagerQuery }),
    response: page(CommentCount, z.object({ contentId: ContentId })).extend({
      /** Of the whole service. */
      totalCount: z.int(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/comments/:serviceId/:contentId',
    summary: 'The published comments of a content, oldest first unless asked otherwise',
    tag,
    access: publicAccess,
    params: ContentParams,
    query: z.object({
      count: count(10),
      order: Order.default('asc'),
      /** Only comments before this instant. */
      untilTime: z.union([z.literal(''), InstantInput]).optional(),
      /** Only comments after this instant. */
      sinceTime: z.union([z.literal(''), InstantInput]).optional(),
      apiVer: z.enum(['1', '2']).default('1'),
      ...pagerQuery,
    }),
    response: pageBothWays(PublicComment, CommentPagerKey).extend({
      meta: z.object({
        /** How many published comments there are in all. */
        count: z.int(),
        /** Whether the content takes comments now. */
        isOpen: z.boolean(),
        /** The state that a comment begins in, unless something is suspicious about it. */
        startsAs: CommentStatus,
        /** Whether a comment is held that does not bring what only a script can: a proof of work, or reCAPTCHA’s token. */
        needsProof: z.boolean(),
      }),
    }),
  }),
  form: endpoint({
    method: 'POST',
    path: '/comments/:serviceId/:contentId/form',
    summary: 'Opens a form: what has to be sent along with the comment',
    tag,
    access: publicAccess,
    params: ContentParams,
    response: CommentForm,
  }),
  own: endpoint({
    method: 'GET',
    path: '/comments/:serviceId/:contentId/own',
    summary: 'The newest comments of whoever asks, in every state: by token, or by the cookie of a guest',
    tag,
    access: publicKnowingWho,
    params: ContentParams,
    response: z.array(OwnComment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/comments/:serviceId/:contentId',
    summary: 'Comment, with a token as a user and without as a guest; the answer says in what state it is',
    tag,
    access: publicKnowingWho,
    params: ContentParams,
    body: CommentInput,
    response: OwnComment,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/comments/:serviceId/:contentId/:commentId',
    summary: 'Change a comment of one’s own, for ten minutes; 403 afterwards',
    tag,
    access: publicKnowingWho,
    params: CommentParams,
    body: CommentEdit,
    response: OwnComment,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/comments/:serviceId/:contentId/:commentId',
    summary: 'Delete a comment of one’s own, for ten minutes and for good; 403 afterwards',
    tag,
    access: publicKnowingWho,
    params: CommentParams,
    response: z.null(),
  }),
};
