import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { provideTools } from '../../api/page-api.server.ts';
import { loadFrontPage } from './load-front-page.server.ts';
import { loadServices } from './load-services.server.ts';

async function appWithFrontPage(frontPageServiceId = ''): Promise<TestApp> {
  const { site, ...config } = await loadConfig({}, '/nonexistent');
  return testApp({ config: { ...config, site: { ...site, frontPageServiceId } } });
}

function contextOf({ app }: TestApp): RouterContextProvider {
  const context = new RouterContextProvider();
  const fetchApi = async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    const { rawPayload, statusCode } = await app.inject({ method: 'GET', url: `${pathname}${search}` });
    return new Response(rawPayload as BodyInit, { status: statusCode });
  };
  provideTools(context, {
    answerCall: async () => undefined,
    fetchApi,
    fetchAsReader: fetchApi,
    origin: 'http://localhost',
    connectOrigins: [],
    uploadOrigins: [],
    captchaSources: [],
    editorSources: [],
    reportError: (error) => {
      throw error;
    },
  });
  return context;
}

test('configured service fills the front page', async () => {
  const app = await appWithFrontPage('news');
  await givenService(app, { serviceId: 'aaa' });
  await givenPost(app, { serviceId: 'news', slug: 'first', category: 'harbour' });
  const { call } = await givenUser(app, { role: 'admin', serviceIds: ['news'] });
  const configs = { siteDescription: 'Ink on paper', siteLogoUrl: '/logo.svg', siteAccentColor: '#165e83' };
  await call(adminServiceApi.update, { params: { serviceId: 'news' }, body: { label: 'News', configs } });
  const { single, sections, isCut } = await loadFrontPage(contextOf(app), 'en');
  expect(single).toMatchObject({
    serviceId: 'news',
    label: 'News',
    description: 'Ink on paper',
    logoUrl: '/logo.svg',
    accent: { light: '#165e83' },
    categories: [{ slug: 'harbour' }],
    posts: [{ slug: 'first', category: { slug: 'harbour' } }],
  });
  expect({ sections, isCut }).toEqual({ sections: [], isCut: false });
});

test('unknown configured service falls back to all services', async () => {
  const app = await appWithFrontPage('gone');
  await givenService(app, { serviceId: 'empty' });
  await givenPost(app, { serviceId: 'news', slug: 'first' });
  const { single, sections } = await loadFrontPage(contextOf(app), 'en');
  expect(single).toBeUndefined();
  expect(sections.map(({ serviceId }) => serviceId)).toEqual(['news', 'empty']);
});

test('services with posts in the language of the visitor come first', async () => {
  const app = await appWithFrontPage();
  await givenService(app, { serviceId: 'aaa' });
  await givenPost(app, { serviceId: 'english', slug: 'first', title: 'The harbor in May' });
  await givenPost(app, { serviceId: 'japanese', slug: 'first', title: '五月の港' });
  const orderFor = async (language: 'en' | 'ja') =>
    (await loadFrontPage(contextOf(app), language)).sections.map(({ serviceId }) => serviceId);
  expect(await orderFor('en')).toEqual(['english', 'japanese', 'aaa']);
  expect(await orderFor('ja')).toEqual(['japanese', 'english', 'aaa']);
});

test('single service fills the front page without configuration', async () => {
  const app = await appWithFrontPage();
  expect(await loadFrontPage(contextOf(app), 'en')).toMatchObject({ single: undefined, sections: [], isCut: false });
  await givenPost(app, { serviceId: 'only' });
  expect((await loadFrontPage(contextOf(app), 'en')).single).toMatchObject({ serviceId: 'only', accent: undefined });
});

test('services beyond twelve appear on the services page only', async () => {
  const app = await appWithFrontPage();
  const ids = Array.from({ length: 13 }, (_, index) => `service-${String(index).padStart(2, '0')}`);
  for (const serviceId of ids) await givenService(app, { serviceId });
  const context = contextOf(app);
  const { sections, isCut } = await loadFrontPage(context, 'en');
  expect(sections.map(({ serviceId }) => serviceId)).toEqual(ids.slice(0, 12));
  expect(isCut).toBe(true);
  const { services, more } = await loadServices(context, '');
  expect(services.map(({ serviceId }) => serviceId)).toEqual(ids);
  expect(more).toBeNull();
});
