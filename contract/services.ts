import { z } from 'zod';
import { endpointsOf, publicAccess } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, page, pagerQuery } from './paging.ts';
import { ListLayout, SiteFonts } from './service-configs.ts';
import { Language } from './site-config.ts';
import { text } from './text.ts';

export const ServiceId = z
  .string()
  .max(128)
  .regex(/^[0-9a-z-]+$/);

export const ServiceParams = z.object({ serviceId: ServiceId });

/** Reserved service ids: each is, or may become, a literal path next to services. */
export const RESERVED_SERVICE_IDS: ReadonlySet<string> = new Set([
  'atom',
  'configs',
  'create',
  'feed',
  'rss',
  'search',
  'sitemap',
]);

/** Id allowed for a new service, not checked for uniqueness. */
export const NewServiceId = ServiceId.refine((id) => !RESERVED_SERVICE_IDS.has(id) && !/^-+$/.test(id), {
  error: fieldMessages.invalid,
});

/** Maximum number of services per installation. Some lists contain all of them. */
export const MAX_SERVICES = 1000;

export const ServiceFunction = z.enum(['post', 'comment']);
export type ServiceFunction = z.infer<typeof ServiceFunction>;

export const ServiceLabel = text({ max: 200 }).trim().min(1);

const SiteLink = z.object({ label: z.string(), url: z.string() });

/** A service as readers see it; fields with their default are absent. */
export const PublicService = z.object({
  serviceId: ServiceId,
  label: z.string(),
  description: z.string().optional(),
  /** Absolute or root-relative. */
  logoUrl: z.string().optional(),
  /** `#rrggbb` as configured; pages adjust its lightness for contrast. */
  accentColor: z.string().optional(),
  /** Language of the interface for readers who request none; English if absent. */
  language: Language.optional(),
  /** Logo on a dark page, if it differs. */
  darkLogoUrl: z.string().optional(),
  faviconUrl: z.string().optional(),
  /** Layout of lists of posts; `text` if absent. */
  listLayout: ListLayout.optional(),
  /** Serif titles and sans-serif text if absent. */
  fonts: SiteFonts.optional(),
  headerLinks: z.array(SiteLink).optional(),
  footerLinks: z.array(SiteLink).optional(),
  footerText: z.string().optional(),
  /** Present when readers may comment and vote. */
  takesComments: z.literal(true).optional(),
});
export type PublicService = z.infer<typeof PublicService>;

export const ServicePagerKey = z.object({ serviceId: ServiceId });

const endpoint = endpointsOf({ tag: 'services', access: publicAccess });

export const serviceApi = {
  list: endpoint('GET', '/services', {
    summary: 'List the services that publish posts, by id',
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(PublicService, ServicePagerKey),
  }),
  find: endpoint('GET', '/services/:serviceId', {
    summary: 'Get a service',
    params: ServiceParams,
    response: PublicService,
  }),
};
