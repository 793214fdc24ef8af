import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, page, pagerQuery } from './paging.ts';
import { text } from './text.ts';

/** The identifier of a service (a site) in URLs. */
export const ServiceId = z
  .string()
  .max(128)
  .regex(/^[0-9a-z-]+$/);

export const ServiceParams = z.object({ serviceId: ServiceId });

/** Words that no service may take as its id: each is, or may become, a literal path beside services. */
export const RESERVED_SERVICE_IDS: ReadonlySet<string> = new Set([
  'atom',
  'configs',
  'create',
  'feed',
  'rss',
  'search',
  'sitemap',
]);

/** An id that a service may take, were it free. */
export const NewServiceId = ServiceId.refine((id) => !RESERVED_SERVICE_IDS.has(id) && !/^-+$/.test(id), {
  error: fieldMessages.invalid,
});

/** How many services an installation may have: some lists hold all of them. */
export const MAX_SERVICES = 1000;

export const ServiceFunction = z.enum(['post', 'comment']);
export type ServiceFunction = z.infer<typeof ServiceFunction>;

export const ServiceLabel = text({ max: 200 }).trim().min(1);

/** A service as readers meet it; what it does not say of itself is absent. */
export const PublicService = z.object({
  serviceId: ServiceId,
  label: z.string(),
  description: z.string().optional(),
  /** Absolute, or from the root of this site. */
  logoUrl: z.string().optional(),
  /** `#rrggbb`, as chosen; pages make it darker or lighter where it could not be read. */
  accentColor: z.string().optional(),
  /** Where readers may comment and vote. */
  takesComments: z.literal(true).optional(),
});
export type PublicService = z.infer<typeof PublicService>;

export const ServicePagerKey = z.object({ serviceId: ServiceId });

export const serviceApi = {
  list: endpoint({
    method: 'GET',
    path: '/services',
    summary: 'The services that publish posts, by id',
    tag: 'services',
    access: publicAccess,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(PublicService, ServicePagerKey),
  }),
  find: endpoint({
    method: 'GET',
    path: '/services/:serviceId',
    summary: 'One service',
    tag: 'services',
    access: publicAccess,
    params: ServiceParams,
    response: PublicService,
  }),
};
