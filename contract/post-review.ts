import { z } from 'zod';
import { MAX_FILES } from './admin-posts.ts';
import { editorOfService, endpointsOf } from './endpoint.ts';
import { BodyFormat, PostBody } from './posts.ts';
import { ServiceParams } from './services.ts';
import { text } from './text.ts';

export const MAX_FINDINGS = 50;

/** A warning to consider before publishing; it never blocks publishing. */
export const PostFinding = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('noDescription') }),
    z.object({
      kind: z.literal('imageWithoutAlt'),
      /** File name, or the URL of an image from outside the library. */
      name: z.string(),
    }),
    z.object({
      kind: z.literal('brokenLink'),
      address: z.string(),
      /** `missing`: no such page; `notPublished`: readers cannot see it; `noSuchPlace`: the page lacks the anchor. */
      why: z.enum(['missing', 'notPublished', 'noSuchPlace']),
    }),
    z.object({
      kind: z.literal('headingSkipped'),
      text: z.string(),
      /** Level of the preceding heading; 1 is the title. */
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
    /** Slug of the post itself: links to it are valid, since it is about to be published. */
    slug: text({ max: 1000 }).nullish(),
    /** Images outside the body, including the thumbnail. */
    images: fileIds.nullish(),
  })
  .meta({ id: 'PostReviewInput' });
export type PostReviewInput = z.output<typeof PostReviewInput>;

const endpoint = endpointsOf({ tag: 'admin posts', access: editorOfService });

export const postReviewApi = {
  review: endpoint('POST', '/admin/posts/:serviceId/preview/review', {
    summary: 'Review a post before publishing, without storing anything',
    params: ServiceParams,
    body: PostReviewInput,
    bodyLimit: 4 * 1024 * 1024,
    response: z.object({
      findings: z.array(PostFinding).max(MAX_FINDINGS),
      /** Number of further findings beyond the limit. */
      more: z.int(),
    }),
  }),
};
