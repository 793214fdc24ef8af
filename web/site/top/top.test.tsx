import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { PRODUCT, SiteContext } from '../ui/site-context.ts';
import type { FrontPage, FrontService } from './load-front-page.server.ts';
import TopRoute from './top.route.tsx';

const single: FrontService = {
  serviceId: 'news',
  label: 'Harbour Daily',
  description: '',
  logoUrl: '',
  language: undefined,
  accent: undefined,
  posts: [],
  categories: [],
  opening: '',
};

async function frontPage(service: Partial<FrontService>, siteDescription = ''): Promise<string> {
  const description = { en: siteDescription, ja: '' };
  const loaderData: FrontPage = { description, single: { ...single, ...service }, sections: [], isCut: false };
  const props = { loaderData } as Parameters<typeof TopRoute>[0];
  const router = createMemoryRouter([{ path: '/', element: <TopRoute {...props} /> }]);
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n('en')}>
      <SiteContext value={{ ...PRODUCT, origin: 'https://example.com' }}>
        <RouterProvider router={router} />
      </SiteContext>
    </I18nextProvider>,
  );
}

const descriptionOf = (page: string) => /<meta name="description" content="([^"]*)"/.exec(page)?.[1];

test('description for search engines matches the visible one', async () => {
  const whole = await frontPage({ description: 'From the harbour.' }, 'From the whole coast.');
  expect(descriptionOf(whole)).toBe('From the harbour.');
  expect(whole).toContain('<p class="front-description" lang="en">From the harbour.</p>');
  expect(descriptionOf(await frontPage({}, 'From the whole coast.'))).toBe('From the whole coast.');
  expect(descriptionOf(await frontPage({}))).toBe('The latest posts on Kawaraban.');
});

test("front page is shared under the site's name", async () => {
  const page = await frontPage({});
  expect(page).toContain('<title>Kawaraban – Top</title>');
  expect(page).toContain('<meta property="og:title" content="Kawaraban"/>');
});

test('service with a logo shows logo and name', async () => {
  const page = await frontPage({ logoUrl: '/logo.svg' });
  expect(page).toMatch(/<h1[^>]*><span[^>]*><img [^>]*src="\/logo.svg" alt=""[^>]*>Harbour Daily<\/span><\/h1>/);
});
