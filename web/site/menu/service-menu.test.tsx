import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import type { ServiceMenu as Menu, ServiceData } from '../service/load-service.server.ts';
import { holdsCategory, ServiceMenu } from './service-menu.tsx';

const EMPTY: Menu = {
  categories: [],
  tags: [],
  groups: [],
  hasMoreTags: false,
  hasMoreGroups: false,
  isIncomplete: false,
};

const TREE: Menu['categories'] = [
  {
    slug: 'harbour',
    label: 'Harbour',
    children: [{ slug: 'ships', label: '船', children: [{ slug: 'masts', label: 'Masts', children: [] }] }],
  },
  { slug: 'market', label: 'Market', children: [] },
];

const serviceOf = (menu: Partial<Menu>): ServiceData => ({
  serviceId: 'news',
  label: 'News',
  accent: undefined,
  menu: { ...EMPTY, ...menu },
});

async function menuOf(menu: Partial<Menu>, path = '/posts/news', language: Language = 'en'): Promise<string> {
  const element = <ServiceMenu service={serviceOf(menu)} />;
  const routes = ['/posts/:serviceId', '/posts/:serviceId/categories/:categorySlug', '/posts/:serviceId/tags/:label'];
  const layout = { element, children: routes.map((route) => ({ path: route, element: null })) };
  const router = createMemoryRouter([layout], { initialEntries: [path] });
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}

test('only branches with the current category are expanded', async () => {
  const elsewhere = await menuOf({ categories: TREE });
  expect(elsewhere.match(/<details/g)).toHaveLength(2);
  expect(elsewhere).not.toMatch(/<details[^>]* open/);
  const inside = await menuOf({ categories: TREE }, '/posts/news/categories/masts');
  expect(inside.match(/<details[^>]* open/g)).toHaveLength(2);
  expect(inside).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/posts\/news\/categories\/masts"/);
  expect((await menuOf({ categories: TREE }, '/posts/news/categories/harbour')).includes(' open')).toBe(false);
});

test.for([
  ['en', 'Subcategories of “Harbour”'],
  ['ja', '「Harbour」のサブカテゴリー'],
] as const)('branches are named in %s', async ([language, name]) => {
  expect(await menuOf({ categories: TREE }, '/posts/news', language)).toContain(`aria-label="${name}"`);
});

test('Japanese tags have lang, the current one aria-current', async () => {
  const menu = await menuOf({ tags: ['墨と紙', 'ink'] }, '/posts/news/tags/%E5%A2%A8%E3%81%A8%E7%B4%99');
  expect(menu).toMatch(/<li lang="ja"><a aria-current="page"/);
  expect(menu.match(/aria-current/g)).toHaveLength(1);
});

test('menu links to each category, tag and group', async () => {
  const menu = await menuOf({ categories: TREE, tags: ['ink'], groups: [{ slug: 'prints', label: '版画' }] });
  expect([...menu.matchAll(/href="\/posts\/news\/([^"]+)"/g)].map(([, path]) => path)).toEqual([
    'categories/harbour',
    'categories/ships',
    'categories/masts',
    'categories/market',
    'groups/prints',
    'tags/ink',
    'rss.xml',
  ]);
});

test('menu links to all tags and groups beyond limit', async () => {
  const full = await menuOf({
    tags: ['ink'],
    groups: [{ slug: 'a', label: 'A' }],
    hasMoreTags: true,
    hasMoreGroups: true,
  });
  expect(full).toContain('href="/posts/news/tags"');
  expect(full).toContain('href="/posts/news/groups"');
  expect(await menuOf({ tags: ['ink'] })).not.toContain('href="/posts/news/tags"');
});

test('service with posts only has a menu with its feed', async () => {
  const menu = await menuOf({});
  expect(menu.match(/<a /g)).toHaveLength(1);
  expect(menu).toContain('href="/posts/news/rss.xml"');
  expect(menu).not.toContain('<h2');
});

test.for([
  ['en', 'Failed to get data from server'],
  ['ja', 'サーバーからデータを取得できませんでした'],
] as const)('incomplete menu shows an error in %s beside loaded parts', async ([language, text]) => {
  expect(await menuOf({ isIncomplete: true, tags: ['ink'] }, '/posts/news', language)).toMatch(
    new RegExp(`${text}.*>ink<`),
  );
});

test('categories are found at any depth', () => {
  expect(['harbour', 'ships', 'masts', 'market'].map((slug) => holdsCategory(TREE, slug))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([holdsCategory(TREE, 'elsewhere'), holdsCategory(TREE, undefined)]).toEqual([false, false]);
});
