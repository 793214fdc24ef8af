import { z } from 'zod';
import { editorOfService, endpointsOf } from './endpoint.ts';
import { BodyFormat, PostBody } from './posts.ts';
import { ServiceParams } from './services.ts';

/** Maximum request size in bytes: a million characters of up to four bytes each, plus JSON overhead. */
const BODY_LIMIT = 4 * 1024 * 1024;

const endpoint = endpointsOf({ tag: 'admin posts', access: editorOfService });

export const postConversionApi = {
  convert: endpoint('POST', '/admin/posts/:serviceId/preview/conversion', {
    summary: 'Convert a body to another format without storing it',
    params: ServiceParams,
    body: z.object({ body: PostBody, from: BodyFormat, to: BodyFormat }),
    bodyLimit: BODY_LIMIT,
    response: z.object({ body: z.string() }),
  }),
};
