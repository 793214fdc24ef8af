import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callAs, givenPost } from './posts-page.ts';

for (const [colorScheme, width] of [
  ['dark', 1280],
  ['light', 390],
] as const) {
  test(`menus and their dialogs return the focus, ${colorScheme}, ${width} px`, { tag: '@extended' }, async ({
    page,
    signIn,
    expectNothingFromAxe,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    const slug = `menus-${colorScheme}-${width}`;
    const screens = await givenScreens(page, slug);
    const post = screens.find((path) => /\/[0-9a-z]{26}$/.test(path)) ?? '';
    const menu = page.getByRole('menu');
    const dialog = page.getByRole('dialog');

    async function open(button: Locator): Promise<void> {
      await button.press('Enter');
      await expect(menu.locator('[role^=menuitem]').first()).toBeFocused();
    }

    /** The last thing in most menus is to delete. */
    async function expectSoundMenu(button: Locator, last: 'asks' | 'does' = 'asks'): Promise<void> {
      await open(button);
      await expectNothingFromAxe(page);
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await expect(button).toBeFocused();
      if (last === 'does') return;
      await open(button);
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }

    await page.goto('/admin/categories/news');
    await expectSoundMenu(page.locator(`[data-slug="${slug}"] [aria-haspopup=menu]`));
    await page.goto('/admin/tags/news');
    await expectSoundMenu(page.getByRole('row', { name: slug }).locator('[aria-haspopup=menu]'));
    await page.goto(post);
    await expectSoundMenu(page.getByRole('button', { name: 'More', exact: true }));
    await page.goto(`${post}/history`);
    await expectSoundMenu(page.getByRole('button', { name: 'What to do with save 2' }), 'does');
    await page.goto('/admin/posts/news/create');
    await expectSoundMenu(page.getByRole('button', { name: 'Auto', exact: true }), 'does');
    await page.getByRole('combobox', { name: 'Format of the body' }).press('Enter');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectNothingFromAxe(page);
    await page.goto(`/admin/posts/news/groups/${slug}`);
    if (width < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expectSoundMenu(page.getByRole('button', { name: /^Signed in as/ }), 'does');
    if (width < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click();

    // What is taken back by the toast has the focus.
    await page.locator('main .group-posts button').last().press('Enter');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.press('Enter');
    await expect(page.locator('main .group-posts a')).toBeFocused();

    // In the middle, and as wide with much as with nothing.
    const find = page.getByRole('button', { name: 'Find or do something' });
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
}

/** Screens about things that are there, with names that are long. */
async function givenScreens(page: Page, slug: string): Promise<readonly string[]> {
  const label = `A rather long name without an end in sight, ${slug}`;
  await callAs(page, 'POST', '/admin/categories/news', { slug, label, parentCategorySlug: '' });
  const { postId } = await givenPost(page, {
    ...{ slug, title: label, category: slug, tags: [{ label }], body: 'One', status: 'publish' },
  });
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { body: 'Two' });
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug, label, postIds: [postId] });
  const posts = '/admin/posts/news';
  return [
    ...['/admin', '/admin/qr', posts, `${posts}/create`, `${posts}/bin`],
    ...[`${posts}/${postId}`, `${posts}/${postId}/edit`, `${posts}/${postId}/history`],
    ...[`${posts}/groups`, `${posts}/groups/create`, `${posts}/groups/${slug}`, `${posts}/groups/${slug}/edit`],
    ...['/admin/categories/news', '/admin/categories/news/create', `/admin/categories/news/${slug}/edit`],
    ...['/admin/tags/news', '/admin/comments/news', '/admin/settings/news/content'],
  ];
}
