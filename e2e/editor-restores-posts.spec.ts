import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findPageProblems, goInConsole } from './looks.ts';
import { callAs, givenPost } from './posts-page.ts';

const first = '# Menu\n\nSoup and bread.\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nThe end.';
const second = first.replace('Soup and bread', 'Cold soup and bread');

test('editor restores a revision and undoes it', async ({ page, signIn }) => {
  await signIn(page);
  const { path, stored } = await givenSaves(page, 'menu');
  await goInConsole(page, `${path}/history`);
  await page.getByRole('button', { name: 'Actions for version 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with current version' }).click();
  await expect(page.getByRole('region', { name: 'Fields' }).locator('ins')).toHaveText('added: Summer');
  await expect(page.getByRole('region', { name: 'Body' }).locator('ins')).toHaveText(['added: Cold soup']);

  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Spring menu');
  expect(await stored()).toMatchObject({ title: 'Spring menu', body: first, status: 'published' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Summer menu');
  expect(await stored()).toMatchObject({ title: 'Summer menu', body: second });
});

test('editor restores a deleted post and permanently deletes another', async ({ page, signIn }) => {
  await signIn(page);
  for (const slug of ['gone', 'away']) await givenDeleted(page, slug);
  await givenPost(page, { slug: 'gone', title: 'Another', status: 'publish' });
  await goInConsole(page, '/admin/posts/news/bin');
  await page.getByRole('button', { name: 'Restore Post gone' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue('gone-2');
  await dialog.getByRole('textbox').fill('gone-again');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog).toHaveCount(0);
  expect((await page.request.get('/posts/news/gone-again')).status()).toBe(200);

  await page.getByRole('button', { name: 'Delete Post away permanently' }).click();
  await dialog.getByRole('textbox').fill('away');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('link', { name: 'Post away' })).toHaveCount(0);
  const { items } = (await callAs(page, 'GET', '/admin/posts/news/bin')) as { items: { title: string }[] };
  expect(items.filter(({ title }) => title.startsWith('Post '))).toEqual([]);
});

test('revisions and deleted posts are accessible in every look', { tag: '@extended' }, async ({ page, signIn }) => {
  test.setTimeout(300_000);
  await signIn(page);
  const { path } = await givenSaves(page, 'looked-at-menu');
  const deletedId = await givenDeleted(page, 'looked-at-bin');
  await givenPost(page, { slug: 'looked-at-bin', title: 'Another' });
  const problems: string[] = [];
  const bin = '/admin/posts/news/bin';
  for (const screen of [`${path}/history?before=1&after=2`, `${path}/history?look=1`, `${bin}?look=${deletedId}`]) {
    await goInConsole(page, screen);
    problems.push(...(await findPageProblems(page, screen)));
  }
  await page.getByRole('button', { name: 'Restore Post looked-at-bin' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  problems.push(...(await findPageProblems(page, 'question about a slug that is taken')));
  expect(problems).toEqual([]);
});

async function givenSaves(page: Page, slug: string): Promise<{ path: string; stored: () => Promise<unknown> }> {
  const tags = (labels: string[]) => labels.map((label) => ({ label }));
  const post = { slug, title: 'Spring menu', body: first, status: 'publish', tags: tags(['food']) };
  const { postId } = await givenPost(page, post);
  const path = `/admin/posts/news/${postId}`;
  await callAs(page, 'POST', path, { body: second });
  await callAs(page, 'POST', path, { title: 'Summer menu', tags: tags(['food', 'summer']) });
  return { path, stored: () => callAs(page, 'GET', path) };
}

async function givenDeleted(page: Page, slug: string): Promise<string> {
  const { postId } = await givenPost(page, { slug, title: `Post ${slug}`, status: 'publish' });
  await callAs(page, 'DELETE', `/admin/posts/news/${postId}`);
  return postId;
}
