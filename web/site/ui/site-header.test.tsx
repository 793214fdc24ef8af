import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import type { ServiceData } from '../service/load-service.server.ts';
import { PublicationProvider } from '../service/service-context.tsx';
import { PRODUCT, SiteContext } from './site-context.ts';
import { SiteHeader } from './site-header.tsx';

type Look = Pick<ServiceData, 'label' | 'logoUrl' | 'darkLogoUrl' | 'headerLinks'>;

async function headerOf(look: Look, site = PRODUCT, language: Language = 'en', shown = {}): Promise<string> {
  const id = 'site/service/service-layout.route';
  const menu = { categories: [], tags: [], groups: [], hasMoreTags: false, hasMoreGroups: false, isIncomplete: false };
  const service: ServiceData = { serviceId: 'news', accent: undefined, ...look, menu, ...shown };
  const element = (
    <PublicationProvider>
      <SiteHeader />
    </PublicationProvider>
  );
  const route = { id, path: '/posts/:serviceId', element, loader: () => service };
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

test("header shows the service's logo, else its name, and leads to its posts", async () => {
  const named = await headerOf({ label: 'Harbour' }, { ...PRODUCT, logoUrl: '/site.svg' });
  expect(named).toMatch(
    /<a class="site-home[^>]*href="\/posts\/news"[^>]*><span class="wordmark-name" lang="en">Harbour</,
  );
  expect(named).not.toContain('/site.svg');
  const marked = await headerOf({ label: 'Harbour', logoUrl: '/logo.svg' });
  expect(marked).toMatch(/<a class="site-home[^>]*><img [^>]*src="\/logo.svg" alt="Harbour"/);
});

test("service named like the site has the site's logo unless it has its own", async () => {
  const site = { ...PRODUCT, logoUrl: '/site.svg' };
  expect(await headerOf({ label: 'Kawaraban' }, site)).toMatch(/<img [^>]*src="\/site.svg" alt="Kawaraban"/);
  expect(await headerOf({ label: 'Kawaraban', logoUrl: '/logo.svg' }, site)).not.toContain('/site.svg');
});

test('header has the logo for each theme and the links of the service', async () => {
  const header = await headerOf({ label: 'Harbour', logoUrl: '/logo.svg', darkLogoUrl: '/dark.svg' });
  expect(header).toMatch(/wordmark-light" src="\/logo.svg"[^>]*><img [^>]*wordmark-dark" src="\/dark.svg"/);
  expect(header).toContain('href="/about"');
  const linked = await headerOf({ label: 'Harbour', headerLinks: [{ label: '会社概要', url: '/posts/news/company' }] });
  expect(linked).toContain('<a href="/posts/news/company" lang="ja">会社概要</a>');
  expect(linked).not.toContain('href="/about"');
});

test("only the product's own name is drawn with its seal", async () => {
  expect(await headerOf({ label: 'Kawaraban' })).toContain('class="seal"');
  expect(await headerOf({ label: 'Harbour' })).not.toContain('class="seal"');
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

test('language switch of a translated post leads to the translation', async () => {
  const translations = [{ language: 'ja', path: '/posts/news/sumi' }];
  const translated = await headerOf({ label: 'Harbour' }, PRODUCT, 'en', { translations });
  expect(translated).toContain('name="returnTo" value="/posts/news/sumi"');
  const other = await headerOf({ label: 'Harbour' }, PRODUCT, 'ja', { translations });
  expect(other).toContain('name="returnTo" value="/posts/news"');
});
