import type { CDPSession, Page } from '@playwright/test';
import { storedDrafts } from './drafts.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { bodyOf, bodyText, field, focusMarkdownBody } from './posts-page.ts';

test('composition in the editor survives previews and autosaved drafts', async ({ page, signIn }) => {
  const writes = watchWrites(page);
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await focusMarkdownBody(page);
  const ime = await page.context().newCDPSession(page);
  const preview = page.locator('.preview-side');
  await page.keyboard.insertText('江戸の');
  await compose(ime, ['か', 'かわ', 'かわら']);
  await expect(preview).toContainText('江戸の');
  await compose(ime, ['かわらば', 'かわらばん', '瓦版']);
  await expect.poll(() => storedDrafts(page)).toContain('江戸の');
  await pressWhileComposing(ime, 'Enter');
  await pressWhileComposing(ime, 's', { withControl: true });
  await ime.send('Input.insertText', { text: '瓦版' });
  await expect.poll(() => bodyText(page)).toBe('江戸の瓦版');
  await page.keyboard.press('Enter');
  await compose(ime, ['に', 'にほ', '日本橋']);
  await ime.send('Input.insertText', { text: '日本橋' });
  await expect.poll(() => bodyText(page)).toBe('江戸の瓦版\n日本橋');
  await expect(preview).toContainText('日本橋');
  await expect(page).toHaveURL('/admin/posts/news/create');
  expect(writes()).toEqual([]);
  await page.reload();
  await expect(bodyOf(page).locator('.cm-line')).toHaveText(['江戸の瓦版', '日本橋']);
});

test('compositions in the title, tags and filter submit nothing', { tag: '@extended' }, async ({ page, signIn }) => {
  const writes = watchWrites(page);
  await signIn(page, ADMIN, '/admin/posts/news/create');
  const ime = await page.context().newCDPSession(page);
  await field(page, 'Slug').fill('composed');
  await field(page, 'Title').click();
  await compose(ime, ['k', 'か', 'かわ', 'かわら', 'かわらば', 'かわらばん', '瓦版']);
  await expect.poll(() => storedDrafts(page)).toContain('瓦版');
  await pressWhileComposing(ime, 'Enter');
  await ime.send('Input.insertText', { text: '瓦版' });
  await expect(field(page, 'Title')).toHaveValue('瓦版');
  await compose(ime, ['の', 'のあ', 'のあゆ', 'の歩み']);
  await ime.send('Input.insertText', { text: 'の歩み' });
  await expect(field(page, 'Title')).toHaveValue('瓦版の歩み');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/posts/news/create');

  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.click();
  await compose(ime, ['と', 'とう', 'とうきょう', '東京']);
  await pressWhileComposing(ime, 'Enter');
  await expect(tags).toHaveValue('東京');
  await ime.send('Input.insertText', { text: '東京' });
  await compose(ime, ['、']);
  await ime.send('Input.insertText', { text: '、' });
  await expect(page.getByText('東京', { exact: true })).toBeVisible();
  await expect(tags).toHaveValue('');
  expect(writes()).toEqual([]);

  await page.goto('/admin/posts/news-ja');
  await page.locator('.post-filter summary').click();
  await field(page, 'Search in').selectOption('Title');
  await field(page, 'Condition').selectOption('contains');
  await field(page, 'Keyword').click();
  await compose(ime, ['く', 'くみ', '組版']);
  await pressWhileComposing(ime, 'Enter');
  await expect(page).toHaveURL('/admin/posts/news-ja');
  await ime.send('Input.insertText', { text: '組版' });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/filters=/);
  await expect(page.locator('.post-table tbody tr')).toHaveCount(1);
});

async function compose(ime: CDPSession, states: readonly string[]): Promise<void> {
  for (const text of states) {
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
}

async function pressWhileComposing(ime: CDPSession, key: string, { withControl = false } = {}): Promise<void> {
  const event = { key, code: key === 'Enter' ? 'Enter' : `Key${key.toUpperCase()}`, modifiers: withControl ? 2 : 0 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, ...event });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', windowsVirtualKeyCode: 229, ...event });
}

function watchWrites(page: Page): () => string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isPreview = pathname.endsWith('/preview');
    if (request.method() === 'POST' && pathname.startsWith('/api/admin/') && !isPreview) writes.push(pathname);
  });
  return () => writes;
}
