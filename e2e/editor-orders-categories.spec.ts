import type { CDPSession, Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, field } from './posts-page.ts';

const LIST = '/admin/categories/news';

test('editor drags a category below another one', async ({ page, signIn }) => {
  await signIn(page);
  await openCategories(page, [['trips'], ['trips-tokyo', 'trips'], ['trips-maps']]);
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect.poll(() => treeOf(page, 'trips')).toEqual(['trips', '- trips-tokyo', 'trips-maps']);
  const from = await middleOf(page, '[data-slug=trips-maps] .category-handle');
  const to = await middleOf(page, '[data-slug=trips]');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.move(from.x + 30, to.y + 14, { steps: 4 });
  await page.mouse.up();
  const moved = ['trips', '- trips-maps', '- trips-tokyo'];
  await expect.poll(() => treeOf(page, 'trips')).toEqual(moved);
  await expect(page.locator('.toast')).toBeVisible();
  await page.reload();
  await page.locator('[data-slug=trips]').waitFor();
  await expect.poll(() => treeOf(page, 'trips')).toEqual(moved);
});

test.describe('on a phone', { tag: '@extended' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('editor moves a category by touch', async ({ page, signIn }) => {
    await signIn(page);
    await openCategories(page, [['carried-one'], ['carried-two']]);
    const from = await middleOf(page, '[data-slug=carried-two] .category-handle');
    const to = await middleOf(page, '[data-slug=carried-one]');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    const end = to.y - 14;
    await touch('touchStart', [from]);
    for (const part of [0.2, 0.6, 1]) await touch('touchMove', [{ x: from.x, y: from.y + (end - from.y) * part }]);
    await touch('touchEnd', []);
    await expect.poll(() => treeOf(page, 'carried-')).toEqual(['carried-two', 'carried-one']);
    await expect(page.locator('.toast')).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
});

test('composition in the category form submits and selects nothing', { tag: '@extended' }, async ({ page, signIn }) => {
  const list = '/admin/categories/news-ja';
  await signIn(page, ADMIN, `${list}/create`);
  const ime = await page.context().newCDPSession(page);
  const parent = page.getByRole('combobox', { name: 'Parent category' });
  await parent.click();
  await compose(ime, 'つかいかた');
  await pressWhileComposing(ime, 'Enter');
  await pressWhileComposing(ime, 'Escape');
  await expect(page.getByRole('combobox', { name: 'Parent category', expanded: true })).toHaveValue('つかいかた');
  await ime.send('Input.insertText', { text: '使い方' });
  await expect(page.getByRole('treeitem')).toHaveText(['使い方']);
  await page.keyboard.press('Enter');
  await expect(parent).toHaveValue('使い方');
  await field(page, 'Slug').fill('composed');
  await field(page, 'Label').click();
  await compose(ime, 'もよおし');
  await pressWhileComposing(ime, 'Enter');
  await expect(page).toHaveURL(`${list}/create`);
  await ime.send('Input.insertText', { text: '催し' });
  await page.reload();
  await expect(field(page, 'Label')).toHaveValue('催し');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(list);
  expect(await callAs(page, 'GET', `${list}/composed`)).toMatchObject({ label: '催し' });
});

async function openCategories(page: Page, categories: readonly (readonly [string, string?])[]): Promise<void> {
  for (const [slug, parentCategorySlug] of categories) {
    await callAs(page, 'POST', LIST, { slug, parentCategorySlug, label: slug });
  }
  await goInConsole(page, LIST);
}

async function treeOf(page: Page, prefix: string): Promise<string[]> {
  const slugs = await page.locator('.category-row').evaluateAll((rows) =>
    rows.map((row) => {
      const depth = Number((row as HTMLElement).style.getPropertyValue('--depth'));
      return `${'-'.repeat(depth)} ${row.getAttribute('data-slug')}`.trim();
    }),
  );
  return slugs.filter((slug) => slug.replace(/^-+ /, '').startsWith(prefix));
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  await page.locator(selector).scrollIntoViewIfNeeded();
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function compose(ime: CDPSession, text: string): Promise<void> {
  await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

async function pressWhileComposing(ime: CDPSession, key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}
