import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import type { ServiceData } from '../service/load-service.server.ts';
import { PRODUCT, SiteContext } from './site-context.ts';
import { SiteHeader } from './site-header.tsx';

type Look = Pick<ServiceData, 'label' | 'logoUrl'>;

async function headerOf(look: Look, site = PRODUCT, language: Language = 'en'): Promise<string> {
  const id = 'site/service/service-layout.route';
  const menu = { categories: [], tags: [], groups: [], hasMoreTags: false, hasMoreGroups: false, isIncomplete: false };
  const service: ServiceData = { serviceId: 'news', accent: undefined, ...look, menu };
  const route = { id, path: '/posts/:serviceId', element: <SiteHeader />, loader: () => service };
  const router = createMemoryRouter([route], {
    initialEntries: ['/posts/news'],
    hydrationData: { loaderData: { [id]: service } },
  });
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <SiteContext value={site}>
        <RouterProvider router={router} />
      </SiteContext>
    </I18nextProvider>,
  );
}

test("header shows the service's logo, else its name", async () => {
  expect(await headerOf({ label: 'Harbour' })).toMatch(/<a class="service-home[^>]*>Harbour<\/a>/);
  const marked = await headerOf({ label: 'Harbour', logoUrl: '/logo.svg' });
  expect(marked).toMatch(/<a class="service-home[^>]*><img [^>]*src="\/logo.svg" alt="Harbour"/);
});

test('service named like the site shows only its logo', async () => {
  expect(await headerOf({ label: 'Kawaraban' })).not.toContain('service-home');
  expect(await headerOf({ label: 'Kawaraban', logoUrl: '/logo.svg' })).toContain('service-home');
});

test("configured logo replaces the site's name", async () => {
  const header = await headerOf({ label: 'Harbour' }, { ...PRODUCT, logoUrl: '/site.svg' });
  expect(header).toMatch(/<img [^>]*src="\/site.svg" alt="Kawaraban"/);
});

test.for([
  ['en', 'Menu', 'Site', '日本語'],
  ['ja', 'メニュー', 'サイト', 'English'],
] as const)('menu, navigation and language switch are named in %s', async ([language, menu, site, other]) => {
  const header = await headerOf({ label: 'Harbour' }, PRODUCT, language);
  expect(header).toContain(`</svg>${menu}</summary>`);
  expect(header).toContain(`aria-label="${site}"`);
  expect(header).toContain(`>${other}</button>`);
});

test('header links to the console for console users', async () => {
  expect(await headerOf({ label: 'Harbour' })).toContain('<a class="when-console" href="/admin">Console</a>');
});
