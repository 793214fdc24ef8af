import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, givenPost } from './posts-page.ts';

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, { tag: '@extended' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('menus and their dialogs return the focus', async ({ page, signIn }) => {
      await signIn(page);
      const slug = `menus-${width}`;
      const post = await givenThings(page, slug);
      const menu = page.getByRole('menu');
      const dialog = page.getByRole('dialog');

      async function open(button: Locator): Promise<void> {
        await button.press('Enter');
        await expect(menu.locator('[role^=menuitem]').first()).toBeFocused();
      }

      /** The last entry of most menus is "Delete", which opens a dialog. */
      async function expectFocusBack(button: Locator, last: 'asks' | 'acts' = 'asks'): Promise<void> {
        await open(button);
        await page.keyboard.press('Escape');
        await expect(menu).toHaveCount(0);
        await expect(button).toBeFocused();
        if (last === 'acts') return;
        await open(button);
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(button).toBeFocused();
      }

      await goInConsole(page, '/admin/categories/news');
      await expectFocusBack(page.locator(`[data-slug="${slug}"] [aria-haspopup=menu]`));
      await goInConsole(page, '/admin/tags/news');
      await expectFocusBack(page.getByRole('row', { name: slug }).locator('[aria-haspopup=menu]'));
      await goInConsole(page, post);
      await expectFocusBack(page.getByRole('button', { name: 'More', exact: true }));
      await goInConsole(page, `${post}/history`);
      await expectFocusBack(page.getByRole('button', { name: 'Actions for version 2' }), 'acts');
      await goInConsole(page, '/admin/posts/news/create');
      if (width < 1024) await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await expectFocusBack(page.getByRole('button', { name: 'Generate', exact: true }), 'acts');
      await goInConsole(page, `/admin/posts/news/groups/${slug}`);
      if (width < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expectFocusBack(page.getByRole('button', { name: /^Signed in as/ }), 'acts');
      if (width < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click();

      await page.locator('main .group-posts button').last().press('Enter');
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(page.locator('main .group-posts a')).toBeFocused();
    });

    test('command palette keeps its width without results', async ({ page, signIn }) => {
      await signIn(page);
      const find = page.getByRole('button', { name: 'Search or run a command' });
      const dialog = page.getByRole('dialog');
      await find.press('Enter');
      await dialog.getByRole('option').first().waitFor();
      const before = await dialog.boundingBox();
      await page.keyboard.type('qzqzqz');
      await expect(dialog.getByRole('option')).toHaveCount(0);
      const box = await dialog.boundingBox();
      expect(box?.width).toBe(before?.width);
      expect((box?.x ?? 0) * 2 + (box?.width ?? 0)).toBeCloseTo(width, 0);
      const foot = await dialog.locator('.palette-foot').boundingBox();
      expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0) - 4);
      await page.keyboard.press('Escape');
      await expect(find).toBeFocused();
    });
  });
}

async function givenThings(page: Page, slug: string): Promise<string> {
  const label = `A rather long name without an end in sight ${slug}`;
  await callAs(page, 'POST', '/admin/categories/news', { slug, label, parentCategorySlug: '' });
  const { postId } = await givenPost(page, {
    slug,
    title: label,
    category: slug,
    tags: [{ label }],
    body: 'One',
    status: 'publish',
  });
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { body: 'Two' });
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug, label, postIds: [postId] });
  return `/admin/posts/news/${postId}`;
}
