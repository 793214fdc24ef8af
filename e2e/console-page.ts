import type { Page } from '@playwright/test';
import type { ADMIN } from './fixtures.ts';

export async function newPage(browser: { newPage(options: object): Promise<Page> }, baseURL: string): Promise<Page> {
  return await browser.newPage({ baseURL, locale: 'en-US' });
}

export async function fillIn(page: Page, { username, password }: typeof ADMIN): Promise<void> {
  if (!page.url().includes('/admin/signin')) await page.goto('/admin/signin');
  await page.getByLabel('Email or username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/admin/signout');
  await page.waitForURL('**/admin/signin');
}

export async function tabTo(page: Page, role: 'textbox' | 'link' | 'button', name: string): Promise<void> {
  const requested = page.getByRole(role, { name, exact: true });
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab');
    if (await requested.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${name} cannot be reached by Tab`);
}

export function storedTokens(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')));
}

export async function session(page: Page): Promise<{ accessToken: string; refreshToken: string; clientId: string }> {
  return await page.evaluate(() => {
    const keys = Object.keys(localStorage);
    const stored = (name: string) => localStorage.getItem(keys.find((key) => key.endsWith(`.${name}`)) ?? '') ?? '';
    const [, clientId = ''] = keys.find((key) => key.endsWith('.LastAuthUser'))?.split('.') ?? [];
    return { accessToken: stored('accessToken'), refreshToken: stored('refreshToken'), clientId };
  });
}

export async function setToken(page: Page, name: 'accessToken' | 'refreshToken', token: string): Promise<void> {
  await page.evaluate(
    ([ending, value]) => {
      const key = Object.keys(localStorage).find((each) => each.endsWith(`.${ending}`));
      if (key) localStorage.setItem(key, value ?? '');
    },
    [name, token],
  );
}
