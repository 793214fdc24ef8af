import { z } from 'zod';
import { MAX_FILES } from './admin-posts.ts';
import { editorOfService, endpoint } from './endpoint.ts';
import { BodyFormat, PostBody } from './posts.ts';
import { ServiceParams } from './services.ts';
import { text } from './text.ts';

/** The most findings that one answer tells. */
export const MAX_FINDINGS = 50;

/** What is worth a look before a post goes out; none of it keeps anybody from publishing. */
export const PostFinding = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('noDescription') }),
    z.object({
      kind: z.literal('imageWithoutAlt'),
      /** What the picture is called, or its address where it is none of the library's. */
      name: z.string(),
    }),
    z.object({
      kind: z.literal('brokenLink'),
      address: z.string(),
      /** There is nothing, readers do not see it, or the page has no such place. */
      why: z.enum(['missing', 'notPublished', 'noSuchPlace']),
    }),
    z.object({
      kind: z.literal('headingSkipped'),
      text: z.string(),
      /** The level before it; 1 is the title's own. */
      from: z.int(),
      to: z.int(),
    }),
  ])
  .meta({ id: 'PostFinding' });
export type PostFinding = z.infer<typeof PostFinding>;

const fileIds = z.array(text({ max: 100 })).max(MAX_FILES + 1);

const PostReviewInput = z
  .object({
    body: PostBody,
    bodyFormat: BodyFormat,
    description: text({ max: 10_000 }).nullish(),
    /** Of the post itself: links to it are good, since it is about to be there. */
    slug: text({ max: 1000 }).nullish(),
    /** Pictures beside the text, its thumbnail among them. */
    images: fileIds.nullish(),
  })
  .meta({ id: 'PostReviewInput' });
export type PostReviewInput = z.output<typeof PostReviewInput>;

export const postReviewApi = {
  review: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/preview/review',
    summary: 'What is worth a look in a post before it is published, without storing anything',
    tag: 'admin posts',
    access: editorOfService,
    params: ServiceParams,
    body: PostReviewInput,
    bodyLimit: 4 * 1024 * 1024,
    response: z.object({
      findings: z.array(PostFinding).max(MAX_FINDINGS),
      /** How many there are beyond these. */
      more: z.int(),
    }),
  }),
};
