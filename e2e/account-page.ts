import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { expect } from './fixtures.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export function newPerson(name = 'Hokusai'): Person {
  const mark = randomUUID().slice(0, 8);
  return { email: `person-${mark}@example.com`, password: `thirty six views ${mark}`, name };
}

async function mailsTo(dataDir: string, to: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to)).map(({ text = '' }) => text);
}

export async function mailTo(dataDir: string, to: string, number = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(dataDir, to)).length).toBeGreaterThanOrEqual(number);
  return (await mailsTo(dataDir, to))[number - 1] ?? '';
}

export async function codeTo(dataDir: string, to: string, number = 1): Promise<string> {
  return codeIn(await mailTo(dataDir, to, number));
}

function codeIn(mail: string): string {
  return /^\s*(\d{6})\s*$/m.exec(mail)?.[1] ?? '';
}

export function linkIn(mail: string): string {
  const { pathname, search } = new URL(/https?:\/\/\S+\?\S+/.exec(mail)?.[0] ?? '');
  return `${pathname}${search}`;
}

export async function givenAccount(
  request: APIRequestContext,
  { dataDir, url }: { dataDir: string; url: string },
  person = newPerson(),
): Promise<Person> {
  const { email, password, name } = person;
  const { identity } = await (await request.get(`${url}/api/config`)).json();
  const call = async (operation: string, parameters: object) => {
    const response = await request.post(`${url}/identity/`, {
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      data: JSON.stringify({ ClientId: identity.userPoolClientId, ...parameters }),
    });
    expect(response.status(), await response.text()).toBe(200);
    return await response.json();
  };
  const { UserSub: Username } = await call('SignUp', {
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'name', Value: name },
    ],
  });
  await call('ConfirmSignUp', { Username, ConfirmationCode: await codeTo(dataDir, email) });
  return person;
}

export async function enterCredentials(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  // Input before hydration may be lost.
  await page.locator('main form:has(input[name=password]) button[type=submit]:enabled').waitFor();
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

export async function signInOnSite(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/signin');
  await enterCredentials(page, person);
  await page.waitForURL('**/user');
}

export function settingOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}
