import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, field, givenPost } from './posts-page.ts';

const LIST = '/admin/tags/news';

const row = (page: Page, label: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });

test('editor renames, merges and deletes tags', async ({ page, signIn }) => {
  await signIn(page);
  await givenPost(page, { slug: 'inked-one', title: 'Inked one', tags: [{ label: 'ink' }, { label: 'kozo' }] });
  await givenPost(page, { slug: 'inked-two', title: 'Inked two', tags: [{ label: 'Ink' }] });
  await goInConsole(page, LIST);
  const act = async (label: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const postCount = (label: string) => row(page, label).getByRole('cell').first();

  await act('kozo', 'Rename…');
  await field(page, 'New name').fill('washi');
  await page.keyboard.press('Enter');
  await expect(postCount('washi')).toHaveText('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(postCount('kozo')).toHaveText('1');

  await act('Ink', 'Rename…');
  await field(page, 'New name').fill('ink');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Merge the tags…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ink will be deleted');
  await expect(page.getByRole('combobox', { name: 'Merge into' })).toHaveValue('ink');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(row(page, 'Ink')).toHaveCount(0);
  await expect(postCount('ink')).toHaveText('2');

  await act('ink', 'Delete');
  await expect(page.getByRole('dialog')).toContainText('The tag is removed from 2 posts');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'ink')).toHaveCount(0);
  await page.locator('.toast', { hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(postCount('ink')).toHaveText('2');
  await row(page, 'ink').getByRole('link').click();
  await expect(page.locator('.post-name > a')).toHaveText(['Inked two', 'Inked one']);
});

test('tag search waits for the end of a composition', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  for (const label of ['木版', 'mokuhan']) await callAs(page, 'POST', LIST, { label });
  await goInConsole(page, LIST);
  const ime = await page.context().newCDPSession(page);
  await page.getByRole('searchbox').click();
  await ime.send('Input.imeSetComposition', { text: 'もくはん', selectionStart: 4, selectionEnd: 4 });
  await expect(row(page, 'mokuhan')).toBeVisible();
  await ime.send('Input.insertText', { text: '木版' });
  await expect(page).toHaveURL(/contains=/);
  await expect(page.getByRole('rowheader')).toHaveText(['木版']);
});
