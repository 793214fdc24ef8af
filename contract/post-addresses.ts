import { z } from 'zod';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant, text } from './text.ts';

/**
 * Basis of a proposed slug. Falls back to the date when the title has no usable letters, or all slugs derived from it
 * are taken.
 */
export const SlugSource = z.enum(['title', 'date', 'random']);
export type SlugSource = z.infer<typeof SlugSource>;

const endpoint = endpointsOf({ tag: 'admin posts', access: viewerOfService });

export const postSlugApi = {
  propose: endpoint('GET', '/admin/posts/:serviceId/slug/proposal', {
    summary: 'Suggest an available slug from the title, the date, or at random',
    params: ServiceParams,
    query: z.object({
      by: SlugSource,
      title: text({ max: 300 }).default(''),
      /** IANA time zone that defines the current day. */
      timeZone: text({ max: 64 }).default('UTC'),
    }),
    response: z.object({
      slug: z.string(),
      madeOf: SlugSource,
    }),
  }),
};

export const postPreviewApi = {
  renewToken: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/preview-token', {
    summary: 'Replace the preview token; earlier preview links stop working',
    access: editorOfService,
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    response: z.object({
      previewToken: z.string(),
      previewExpiresAt: Instant,
    }),
  }),
};
