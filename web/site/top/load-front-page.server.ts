import type { RouterContextProvider } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { categoryApi } from '#contract/categories.ts';
import { type PublicPost, postApi } from '#contract/posts.ts';
import { type PublicService, serviceApi } from '#contract/services.ts';
import { type Language, siteConfigApi, siteLanguageOf } from '#contract/site-config.ts';
import { pageCall, plainCall } from '../../api/page-api.server.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { childrenOf, isRoot } from '../posts/category-tree.ts';
import { toCategoryLink, toPostSummary } from '../posts/post-summary.ts';
import { toServiceSummary } from './load-services.server.ts';

export type FrontPage = Awaited<ReturnType<typeof loadFrontPage>>;
export type FrontSection = Awaited<ReturnType<typeof loadSection>>;
export type FrontService = Awaited<ReturnType<typeof loadSingleService>>;

const MAX_SERVICES = 12;
const POSTS_ALONE = 9;
const POSTS_AMONG_OTHERS = 4;

type Context = Readonly<RouterContextProvider>;

/**
 * Selects the configured service if it exists, else the only service, else up to `MAX_SERVICES`: those with posts in
 * the reader's language first, those without posts last.
 */
export async function loadFrontPage(context: Context, language: Language) {
  const call = pageCall(context);
  const { description, frontPageServiceId } = await call(siteConfigApi.read, {});
  const chosen = frontPageServiceId === '' ? undefined : await findService(context, frontPageServiceId);
  const { items: services, pageToken } = chosen
    ? { items: [chosen], pageToken: null }
    : await call(serviceApi.list, { query: { count: MAX_SERVICES } });
  const [only, ...others] = services;
  if (only && others.length === 0) {
    return { description, single: await loadSingleService(context, only), sections: [], isCut: false };
  }
  const sections = await Promise.all(services.map((service) => loadSection(context, service)));
  sections.sort((one, other) => rankOf(one, language) - rankOf(other, language));
  return { description, single: undefined, sections, isCut: pageToken !== null };
}

function rankOf({ posts }: FrontSection, language: Language): number {
  if (posts.length === 0) return 2;
  const chosen = siteLanguageOf(posts.find((post) => post.language !== undefined)?.language);
  return (chosen ?? contentLanguage(posts.map(({ title }) => title).join(' '))) === language ? 0 : 1;
}

async function findService(context: Context, serviceId: string): Promise<PublicService | undefined> {
  try {
    return await plainCall(context)(serviceApi.find, { params: { serviceId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function loadSection(context: Context, service: PublicService) {
  const { serviceId } = service;
  const query = { count: POSTS_AMONG_OTHERS, withBody: '0' };
  const { items } = await pageCall(context)(postApi.list, { params: { serviceId }, query });
  return { ...toServiceSummary(service), posts: items.map((post) => toPostSummary(post)) };
}

async function loadSingleService(context: Context, service: PublicService) {
  const call = pageCall(context);
  const params = { serviceId: service.serviceId };
  const [{ items }, categories] = await Promise.all([
    call(postApi.list, { params, query: { count: POSTS_ALONE, withBody: '0' } }),
    call(categoryApi.list, { params, query: { isList: '1' } }),
  ]);
  const root = categories.find(isRoot);
  return {
    ...toServiceSummary(service),
    language: service.language,
    posts: items.map((post) => toPostSummary(post, categories)),
    categories: root ? childrenOf(root, categories).map(toCategoryLink) : [],
    opening: openingOf(items[0]),
  };
}

/** Empty when the summary already shows the excerpt for lack of a description. */
function openingOf(lead: PublicPost | undefined): string {
  return lead?.description === undefined ? '' : (lead.excerpt ?? '');
}
