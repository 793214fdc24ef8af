import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { keepGuidePicture } from '#testing/guide-picture.ts';
import { expect, ownBaseURL, signIn, test } from './fixtures.ts';
import { callAs } from './posts-page.ts';

test.use({
  baseURL: ownBaseURL,
  viewport: { width: 1280, height: 820 },
  deviceScaleFactor: 1.5,
  timezoneId: 'Asia/Tokyo',
});

test.describe('in English', { tag: '@extended' }, () => {
  test.use({ locale: 'en-US', colorScheme: 'light' });

  test('README shows the front page and the editor', async ({ page }) => {
    await page.goto('/');
    await keep(page, 'site.webp');
    await signIn(page);
    const { postId } = (await callAs(page, 'GET', '/admin/posts/news/what-kawaraban-is')) as { postId: string };
    await page.goto(`/admin/posts/news/${postId}/edit`);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('What Kawaraban is');
    await keep(page, 'console.webp');
  });
});

test.describe('in Japanese', { tag: '@extended' }, () => {
  test.use({ locale: 'ja-JP', colorScheme: 'dark' });

  test('README shows a post in dark mode', async ({ page }) => {
    await page.goto('/posts/news-ja/type-specimen');
    await keep(page, 'post.webp');
  });
});

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await keepGuidePicture(join(import.meta.dirname, '../docs/images', name), () => page.screenshot());
}
