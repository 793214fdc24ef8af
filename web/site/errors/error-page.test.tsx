import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { SERVICE_LAYOUT } from '../service/service-context.tsx';
import { FailedPage, NamedErrorPage } from './error-page.tsx';

const gazette = { serviceId: 'gazette', label: 'Gazette' };

async function shown(element: ReactNode, language: Language = 'en', service?: object): Promise<string> {
  const router = createMemoryRouter([{ path: '*', id: SERVICE_LAYOUT, element, loader: () => null }], {
    initialEntries: ['/posts/gazette/a?b=c'],
    hydrationData: { loaderData: { [SERVICE_LAYOUT]: service } },
  });
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}

test.for([
  ['en', 'Search: Gazette', 'All posts: Gazette'],
  ['ja', 'Gazetteを検索', '記事一覧：Gazette'],
] as const)('error pages of a service have its search, in %s', async ([language, label, all]) => {
  const page = await shown(<NamedErrorPage name="notfound" service={gazette} />, language);
  expect(page).toContain(`<search aria-label="${label}"><form`);
  expect(page).toContain('action="/posts/gazette/search"');
  expect(page).toContain(`<a href="/posts/gazette" data-discover="true">${all}</a>`);
  expect(await shown(<NamedErrorPage name="notfound" />, language)).not.toContain('<search');
});

test('401 page alone has a button that leads to sign-in', async () => {
  expect(await shown(<NamedErrorPage name="unauthorized" />)).toMatch(/<a class="button" href="\/signin"/);
  expect(await shown(<NamedErrorPage name="forbidden" />)).not.toContain('/signin');
});

test('unexpected error keeps the search of the service and can be reloaded', async () => {
  const page = await shown(<FailedPage error={new Error('lost')} />, 'en', gazette);
  expect(page).toContain('>500</p>');
  expect(page).toContain('action="/posts/gazette/search"');
  expect(page).toContain('<a href="/posts/gazette/a?b=c">Reload this page</a>');
});
