import { expect, type Page } from '@playwright/test';
import { session } from './console-page.ts';

/** Where a post of the starter service is looked at. */
export const DETAIL = /\/admin\/posts\/news\/[0-9a-z]{26}$/;

/** The editor's text field, by its visible label. */
export function bodyOf(page: Page) {
  return page.getByRole('textbox', { name: 'Body', exact: true });
}

export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

/** The whole text in the editor, whatever part of it is drawn. */
export async function bodyText(page: Page): Promise<string> {
  return (await bodyOf(page).locator('.cm-line').allTextContents()).join('\n');
}

export async function typeBody(page: Page, text: string): Promise<void> {
  await bodyOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** A call of the API as whoever is signed in on the page: what another tab or another client does. */
export async function callAs(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const { accessToken } = await session(page);
  const answer = await page.request.fetch(`${new URL(page.url()).origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(data && { data }),
  });
  expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, answer.status(), '']);
  return answer.json();
}

export interface MadePost {
  readonly postId: string;
  readonly revision: number;
}

export async function givenPost(page: Page, post: object): Promise<MadePost> {
  const body = { bodyFormat: 'markdown', status: 'draft', ...post };
  return (await callAs(page, 'POST', '/admin/posts/news', body)) as MadePost;
}
