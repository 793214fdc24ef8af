import { expect, type Page } from '@playwright/test';
import { session } from './console-page.ts';

export const DETAIL = /\/admin\/posts\/news\/[0-9a-z]{26}$/;

export function bodyOf(page: Page) {
  return page.getByRole('textbox', { name: 'Body', exact: true });
}

export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

export async function bodyText(page: Page): Promise<string> {
  return (await bodyOf(page).locator('.cm-line').allTextContents()).join('\n');
}

export function modeOf(page: Page) {
  return page.getByRole('combobox', { name: 'Body format' });
}

export async function chooseMode(page: Page, name: string): Promise<void> {
  await modeOf(page).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Switches a new post from rich text to Markdown. */
export async function focusMarkdownBody(page: Page): Promise<void> {
  await expect(bodyOf(page)).toBeVisible();
  if (await modeOf(page).isVisible()) {
    if ((await modeOf(page).inputValue()) === 'Rich text') await chooseMode(page, 'Markdown');
    await expect(page.locator('.cm-content')).toBeVisible();
  }
  await bodyOf(page).click();
}

/**
 * Waits for deferred work of the page after an event: browsers report the caret position, and lists start handling
 * arrow keys, asynchronously. Earlier keys would be lost.
 */
async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
}

export async function moveCaret(page: Page, ...keys: string[]): Promise<void> {
  await waitForIdle(page);
  for (const key of keys) await page.keyboard.press(key);
  await waitForIdle(page);
}

export async function typeBody(page: Page, text: string): Promise<void> {
  await focusMarkdownBody(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

export async function callAs(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const { accessToken } = await session(page);
  const response = await page.request.fetch(`${new URL(page.url()).origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(data && { data }),
  });
  expect([path, response.status(), response.ok() ? '' : await response.text()]).toEqual([path, response.status(), '']);
  return response.json();
}

export interface MadePost {
  readonly postId: string;
  readonly revision: number;
}

export async function givenPost(page: Page, post: object): Promise<MadePost> {
  const body = { bodyFormat: 'markdown', status: 'draft', ...post };
  return (await callAs(page, 'POST', '/admin/posts/news', body)) as MadePost;
}
