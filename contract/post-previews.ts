import { z } from 'zod';
import { editorOfService, endpoint } from './endpoint.ts';
import { ServiceParams } from './services.ts';
import { PostSlug } from './slugs.ts';
import { Instant } from './text.ts';

export const postPreviewApi = {
  renewToken: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/:idOrSlug/preview-token',
    summary: 'Replace the preview token; earlier preview links stop working',
    tag: 'admin posts',
    access: editorOfService,
    params: ServiceParams.extend({ idOrSlug: PostSlug }),
    response: z.object({
      previewToken: z.string(),
      previewExpiresAt: Instant,
    }),
  }),
};
