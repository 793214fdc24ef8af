import type { RouterContextProvider } from 'react-router';
import { categoryApi } from '#contract/categories.ts';
import { postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { partCall } from '../../api/page-api.server.ts';
import { toPostSummary } from '../posts/post-summary.ts';

type Context = Readonly<RouterContextProvider>;

const LATEST = 3;

/** Latest posts of the service that the address names, else of the only one. Undefined without such a service. */
export async function loadErrorPage(context: Context, named: string) {
  const serviceId = named === '' ? await findOnlyService(context) : named;
  if (serviceId === undefined) return undefined;
  const params = { serviceId };
  const query = { count: LATEST, withBody: '0', withCategory: '0' };
  const [service, posts, categories] = await Promise.all([
    partCall(context, serviceApi.find, { params }),
    partCall(context, postApi.list, { params, query }),
    partCall(context, categoryApi.list, { params, query: { isList: '1' } }),
  ]);
  if (!service) return undefined;
  return {
    serviceId,
    label: service.label,
    posts: posts?.items.map((post) => toPostSummary(post, categories ?? [])) ?? [],
  };
}

/** The service that the front page shows. */
async function findOnlyService(context: Context): Promise<string | undefined> {
  const [config, services] = await Promise.all([
    partCall(context, siteConfigApi.read, {}),
    partCall(context, serviceApi.list, { query: { count: 2 } }),
  ]);
  if (config?.frontPageServiceId) return config.frontPageServiceId;
  const [only, ...others] = services?.items ?? [];
  return others.length === 0 ? only?.serviceId : undefined;
}
