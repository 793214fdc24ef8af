import { z } from 'zod';
import { editorOfService, endpointsOf } from './endpoint.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant } from './text.ts';

const endpoint = endpointsOf({ tag: 'admin posts', access: editorOfService });

export const postPreviewApi = {
  renewToken: endpoint('POST', '/admin/posts/:serviceId/:idOrSlug/preview-token', {
    summary: 'Replace the preview token; earlier preview links stop working',
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    response: z.object({
      previewToken: z.string(),
      previewExpiresAt: Instant,
    }),
  }),
};
