import { ADMIN, expect, test } from './fixtures.ts';
import { bodyOf, field, moveCaret } from './posts-page.ts';

test('editor writes on a page that grows, with the bar in sight', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await expect(field(page, 'Title')).toBeFocused();
  await expect(page.locator('.ProseMirror')).toBeVisible();
  await page.keyboard.type('On a page');
  await page.keyboard.press('Enter');
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.type('First line');
  for (let line = 2; line <= 40; line += 1) {
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(`Line ${line}`);
  }
  const inner = await page
    .locator('.write-side *')
    .evaluateAll(
      (all) =>
        all.filter(({ scrollHeight, clientHeight }) => clientHeight > 100 && scrollHeight > clientHeight + 1).length,
    );
  expect(inner).toBe(0);
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Bold' }).first()).toBeInViewport();
  await expect(page.getByText('1 min read')).toContainText('words');

  await moveCaret(page, 'ControlOrMeta+Home');
  await page.keyboard.press('ArrowUp');
  await expect(field(page, 'Title')).toBeFocused();
});
