import { z } from 'zod';
import { endpoint, viewerOfService } from './endpoint.ts';
import { ServiceParams } from './services.ts';
import { text } from './text.ts';

/** What a proposed slug is made of; where a title has no letters for one, or all that follow from it are in use, the day is taken. */
export const SlugSource = z.enum(['title', 'date', 'random']);
export type SlugSource = z.infer<typeof SlugSource>;

export const postSlugApi = {
  propose: endpoint({
    method: 'GET',
    path: '/admin/posts/:serviceId/slug/proposal',
    summary: 'A slug that a post may take, made of its title, of the day, or of chance',
    tag: 'admin posts',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      by: SlugSource,
      title: text({ max: 300 }).default(''),
      /** The zone whose day it is, by its IANA name. */
      timeZone: text({ max: 64 }).default('UTC'),
    }),
    response: z.object({
      slug: z.string(),
      /** What it is made of indeed. */
      madeOf: SlugSource,
    }),
  }),
};
