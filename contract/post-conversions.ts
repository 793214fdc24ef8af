import { z } from 'zod';
import { editorOfService, endpoint } from './endpoint.ts';
import { BodyFormat, PostBody } from './posts.ts';
import { ServiceParams } from './services.ts';

/** Maximum request size in bytes: a million characters of up to four bytes each, plus JSON overhead. */
const BODY_LIMIT = 4 * 1024 * 1024;

export const postConversionApi = {
  convert: endpoint({
    method: 'POST',
    path: '/admin/posts/:serviceId/preview/conversion',
    summary: 'Convert a body to another format without storing it',
    tag: 'admin posts',
    access: editorOfService,
    params: ServiceParams,
    body: z.object({ body: PostBody, from: BodyFormat, to: BodyFormat }),
    bodyLimit: BODY_LIMIT,
    response: z.object({ body: z.string() }),
  }),
};
