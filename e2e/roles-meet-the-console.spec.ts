import type { Page } from '@playwright/test';
import { setRights, signOut } from './console-page.ts';
import { type ConsoleRoute, consoleRoutes, type Opener } from './console-routes.ts';
import { expect, ownBaseURL, test } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';

type Who = 'viewer' | 'editor' | 'editorElsewhere' | 'adminElsewhere' | 'admin';

const rights: Record<Who, { readonly role: string; readonly services: readonly string[] }> = {
  viewer: { role: 'viewer', services: ['news'] },
  editor: { role: 'editor', services: ['news'] },
  editorElsewhere: { role: 'editor', services: [] },
  adminElsewhere: { role: 'admin', services: [] },
  admin: { role: 'admin', services: ['news'] },
};

/** Who may open which screens. */
const openers: Record<Opener, readonly Who[]> = {
  anybody: ['viewer', 'editor', 'editorElsewhere', 'adminElsewhere', 'admin'],
  session: ['viewer', 'editor', 'editorElsewhere', 'adminElsewhere', 'admin'],
  service: ['viewer', 'editor', 'admin'],
  editor: ['editor', 'admin'],
  admin: ['adminElsewhere', 'admin'],
  adminOfService: ['admin'],
};

/** What changes something, by the words that such buttons and links begin with. */
const changing = {
  en: /^(?:Create|New|Edit|Delete|Rename|Merge|Move|Upload|Restore|Publish|Unpublish|Add|Remove|Save(?! \d)|Approve)(?: |$)/,
  ja: /^(?:新規作成|作成|編集|削除(?!済み)|アップロード|公開する|非公開にする|追加|保存)|(?:を作成|の作成|を編集|を削除)$/,
};
/** A hundred screens are opened, some of them while the machine is busy with others. */
const patient = { timeout: 30_000 };
const forAdmins = {
  en: ['Services', 'Admin Users', 'System'],
  ja: ['サービス', '管理ユーザー', 'システム'],
};

for (const [language, locale] of [
  ['en', 'en-US'],
  ['ja', 'ja-JP'],
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale, baseURL: ownBaseURL });

    test('every screen opens for those whom it is for, and says to the others where they are', async ({
      page,
      signIn,
      ownProduct,
    }) => {
      test.setTimeout(480_000);
      await signIn(page);
      const routes = await routesOf(page);
      for (const who of Object.keys(rights) as Who[]) {
        setRights(ownProduct.dataDir, rights[who]);
        await test.step(who, () => meetAll(page, routes, who, language));
      }
      await signOut(page);
      for (const { path } of routes) {
        await page.goto(path, { waitUntil: 'commit' });
        const query = path === '/admin' ? '' : `?${new URLSearchParams({ redirect: path })}`;
        await expect(page, path).toHaveURL(`/admin/signin${query}`, patient);
      }
    });
  });
}

async function routesOf(page: Page): Promise<readonly ConsoleRoute[]> {
  const post = await givenPost(page, { slug: 'met', title: 'Met by all', body: 'One', status: 'publish' });
  await callAs(page, 'POST', '/admin/categories/news', { slug: 'met', label: 'Met', parentCategorySlug: '' });
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug: 'met', label: 'Met group', postIds: [post.postId] });
  return consoleRoutes({
    ...{ post, postTitle: 'Met by all', category: 'met', group: 'met', groupLabel: 'Met group' },
  });
}

async function meetAll(page: Page, routes: readonly ConsoleRoute[], who: Who, language: 'en' | 'ja'): Promise<void> {
  for (const route of routes) {
    await page.goto(route.path, { waitUntil: 'commit' });
    if (!openers[route.for].includes(who)) {
      await expect(page, `${who} at ${route.path}`).toHaveURL('/error/forbidden?from=console', patient);
      continue;
    }
    await expect(page.locator('main h1'), `${who} at ${route.path}`).toBeVisible(patient);
    await expect(page).toHaveTitle(new RegExp(`${escaped(route.title[language])}.* – Kawaraban$`));
    await expect(page).toHaveURL(route.path);
    await page.locator('main[aria-busy=false]').waitFor();
    if (who === 'viewer' && route.path !== '/admin/qr') await meetsNoChange(page, route.path, language);
  }
  const isAdmin = rights[who].role === 'admin';
  await page.goto('/admin');
  await page.locator('main h1').waitFor();
  const navigation = page.locator('.console-header nav');
  for (const name of forAdmins[language]) {
    const way = navigation
      .getByRole('link', { name, exact: true })
      .or(navigation.getByRole('button', { name, exact: true }));
    await expect(way, `${name} for ${who}`).toHaveCount(isAdmin ? 1 : 0);
  }
}

async function meetsNoChange(page: Page, path: string, language: 'en' | 'ja'): Promise<void> {
  // What sorts a list is called as its column is.
  const offered = 'button, a:not(.sort-link), [role=button], .post-table thead th:not(:has(.sort-link))';
  const names = await page
    .locator('main')
    .evaluate(
      (main, selector) =>
        [...main.querySelectorAll(selector)].map((each) =>
          (each.getAttribute('aria-label') ?? each.textContent ?? '').trim(),
        ),
      offered,
    );
  expect([path, ...names.filter((name) => changing[language].test(name))]).toEqual([path]);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
