import { z } from 'zod';
import { AdminPost } from './admin-posts.ts';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { PostLanguage, PostStatus } from './posts.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Id, Revision, text } from './text.ts';

/** A language tag (BCP 47), never empty. */
export const TranslationLanguage = PostLanguage.min(2);

/** Numbers of blocks of the original that differ from those last reviewed. All 0 without an original. */
export const BlockCounts = z.object({ outdated: z.int(), missing: z.int(), extra: z.int() });
export type BlockCounts = z.infer<typeof BlockCounts>;

/** A post of a translation set. `originalId` is the member that it was translated from. */
export const TranslationMember = BlockCounts.extend({
  postId: z.string(),
  serviceId: z.string(),
  /** Empty, as the title, for an unpublished post of a service that the caller has no access to. */
  slug: z.string(),
  title: z.string(),
  language: z.string(),
  status: PostStatus,
  revision: z.int(),
  originalId: z.string().nullable(),
  /** True when the caller has access to the service of the post. */
  isAccessible: z.boolean(),
}).meta({ id: 'TranslationMember' });
export type TranslationMember = z.infer<typeof TranslationMember>;

/** Posts that are one piece in several languages. `setId` is null and `members` is empty for an unlinked post. */
export const TranslationSet = z
  .object({ setId: z.string().nullable(), members: z.array(TranslationMember) })
  .meta({ id: 'TranslationSet' });
export type TranslationSet = z.infer<typeof TranslationSet>;

/** A paragraph, heading, list item, table row, picture or the like. Equal blocks have equal fingerprints. */
export const TranslationBlock = z.object({
  kind: z.string(),
  text: z.string(),
  fingerprint: z.string(),
  /** Addresses and inline code, which translations keep. */
  literals: z.array(z.string()).readonly(),
});
export type TranslationBlock = z.infer<typeof TranslationBlock>;

/**
 * State of a block since the last review: `changed`, `missing` (added to the original) and `extra` (removed from it)
 * need work in the translation.
 */
export const BlockState = z.enum(['current', 'changed', 'missing', 'extra']);
export type BlockState = z.infer<typeof BlockState>;

/**
 * `former` is the original's block as last reviewed, `translation` the block in the same place of the translation. Only
 * the latter is present for a block that the translation adds.
 */
export const ComparedBlock = z.object({
  state: BlockState,
  original: TranslationBlock.nullable(),
  former: TranslationBlock.nullable(),
  translation: TranslationBlock.nullable(),
});
export type ComparedBlock = z.infer<typeof ComparedBlock>;

const ComparedPost = z.object({
  postId: z.string(),
  serviceId: z.string(),
  slug: z.string(),
  title: z.string(),
  language: z.string(),
  revision: z.int(),
});

export const TranslationReview = z
  .object({ original: ComparedPost, translation: ComparedPost, blocks: z.array(ComparedBlock) })
  .meta({ id: 'TranslationReview' });
export type TranslationReview = z.infer<typeof TranslationReview>;

const Fingerprint = text({ min: 1, max: 64 });
export const MAX_REVIEWED_BLOCKS = 10_000;

const PostParams = ServiceParams.extend({ idOrSlug: PostSlug });
const endpoint = endpointsOf({ tag: 'translations', access: editorOfService, params: PostParams });

export const translationApi = {
  list: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/translations', {
    summary: 'List the translations of a post, in any state, with the post itself',
    access: viewerOfService,
    response: TranslationSet,
  }),
  link: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/translations', {
    summary: 'Link a post as a translation, or change which post a member was translated from',
    body: z.object({
      serviceId: ServiceId,
      postId: Id,
      /** Language of the linked post; its own or the detected one when absent. */
      language: TranslationLanguage.optional(),
      /**
       * The linked post itself if this post was translated from it, else the member that the linked post was
       * translated from. Its present text counts as reviewed.
       */
      originalId: Id.optional(),
    }),
    response: TranslationSet,
  }),
  unlink: endpoint('DELETE', '/admin/posts/:serviceId/:idOrSlug/translations', {
    summary: 'Remove a post from its translations',
    response: TranslationSet,
  }),
  create: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/translations/create', {
    summary: 'Create a draft with the content of a post, to be translated',
    body: z.object({
      language: TranslationLanguage,
      /** Service of the draft; that of the post when absent. */
      serviceId: ServiceId.optional(),
    }),
    response: AdminPost,
  }),
  blocks: endpoint('GET', '/admin/posts/:serviceId/:idOrSlug/translations/blocks', {
    summary: 'Compare a translation with its original, block by block',
    access: viewerOfService,
    response: TranslationReview,
  }),
  review: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/translations/reviewed', {
    summary: 'Mark blocks of the original as translated; 409 if the original is newer than `revision`',
    body: z.object({
      /** Fingerprints of `original`, or of `former` for removed blocks. */
      blocks: z.union([z.literal('all'), z.array(Fingerprint).min(1).max(MAX_REVIEWED_BLOCKS)]),
      /** Revision of the original that the editor saw. */
      revision: Revision,
    }),
    response: TranslationReview,
  }),
};
