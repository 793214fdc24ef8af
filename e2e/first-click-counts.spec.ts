import type { Locator } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { field } from './posts-page.ts';

const FORM = '/admin/webhooks/news/create';

test.use({ locale: 'en-US' });

test('click that leaves an invalid field still counts', async ({ page, signIn }) => {
  await signIn(page, ADMIN, FORM);
  const published = page.getByRole('checkbox', { name: 'Post published' });
  await field(page, 'URL').fill('foo');
  await press(published);
  await expect(published).toBeChecked();
  await expect(field(page, 'URL')).toHaveAttribute('aria-invalid', 'true');

  await field(page, 'URL').fill('foobar');
  await expect(field(page, 'URL')).not.toHaveAttribute('aria-invalid', 'true');
  await press(page.getByRole('link', { name: 'Cancel' }));
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'URL')).toHaveAttribute('aria-invalid', 'true');

  await field(page, 'URL').fill('bar');
  await field(page, 'URL').press('Tab');
  await expect(field(page, 'URL')).toHaveAttribute('aria-invalid', 'true');
});

test.describe('on a touchscreen', { tag: '@extended' }, () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('tap that leaves an invalid field still counts', async ({ page, signIn }) => {
    await signIn(page, ADMIN, FORM);
    const published = page.getByRole('checkbox', { name: 'Post published' });
    await field(page, 'URL').fill('foo');
    await published.tap();
    await expect(published).toBeChecked();
    await expect(field(page, 'URL')).toHaveAttribute('aria-invalid', 'true');
  });
});

/** Does not wait for layout, and holds the button for a moment, like a person. */
async function press(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const { mouse } = target.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down();
  await target.page().waitForTimeout(90);
  await mouse.up();
}
