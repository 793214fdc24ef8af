import type { RouterContextProvider } from 'react-router';
import { categoryApi } from '#contract/categories.ts';
import { postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { partCall } from '../../api/page-api.server.ts';
import { toPostSummary } from '../posts/post-summary.ts';
import { findServiceData, type ServiceData } from '../service/load-service.server.ts';

type Context = Readonly<RouterContextProvider>;

const LATEST = 3;

/** Service that the address names, whose look the page has, and its latest posts; else those of the only service. */
export async function loadErrorPage(context: Context, named: string) {
  const [service, offered] = await Promise.all([
    named === '' ? undefined : findServiceData(context, named),
    named === '' ? findOnlyService(context) : named,
  ]);
  return { service, offered: offered === undefined ? undefined : await loadOffered(context, offered, service) };
}

async function loadOffered(context: Context, serviceId: string, known: ServiceData | undefined) {
  const params = { serviceId };
  const query = { count: LATEST, withBody: '0', withCategory: '0' };
  const [service, posts, categories] = await Promise.all([
    known ?? partCall(context, serviceApi.find, { params }),
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
