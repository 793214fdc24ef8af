import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { callAs, field, givenPost } from './posts-page.ts';

test.use({ baseURL: ownBaseURL });

test('an editor finds, makes, renames, merges and deletes tags, and takes it back', async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page, ADMIN, '/admin/tags/news');
  await givenPost(page, { slug: 'one', title: 'One', tags: [{ label: 'ink' }, { label: 'paper' }] });
  await givenPost(page, { slug: 'two', title: 'Two', tags: [{ label: 'Ink' }] });
  await page.reload();
  const row = (label: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });
  const act = async (label: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await expectNothingFromAxe(page);

  await test.step('looked for while a composition waits', async () => {
    await callAs(page, 'POST', '/admin/tags/news', { label: '木版' });
    const ime = await page.context().newCDPSession(page);
    await page.getByRole('searchbox').click();
    await ime.send('Input.imeSetComposition', { text: 'もくはん', selectionStart: 4, selectionEnd: 4 });
    await expect(row('paper')).toBeVisible();
    await ime.send('Input.insertText', { text: '木' });
    await expect(page).toHaveURL(/contains=/);
    await expect(page.getByRole('rowheader')).toHaveText(['木版']);
    await page.getByRole('searchbox').fill('nowhere');
    await expect(page.getByText('No tag holds “nowhere”')).toBeVisible();
    await page.getByRole('button', { name: 'Show all tags' }).click();
    await expect(row('paper')).toBeVisible();
  });

  await test.step('made once', async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(field(page, 'Tag')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Input required');
    await field(page, 'Tag').fill('paper');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('There is a tag paper already.');
    await expectNothingFromAxe(page);
    await field(page, 'Tag').fill('瓦版');
    await page.keyboard.press('Enter');
    await expect(row('瓦版').getByRole('cell').first()).toHaveText('0');
  });

  await test.step('renamed and back, and merged where the name is taken', async () => {
    await act('paper', 'Rename…');
    await field(page, 'New name').fill('washi');
    await page.keyboard.press('Enter');
    await expect(row('washi')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row('paper')).toBeVisible();
    await act('Ink', 'Rename…');
    await field(page, 'New name').fill('ink');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Merge them…' }).click();
    await expect(page.getByRole('dialog')).toContainText('Ink is gone');
    await expect(page.getByRole('combobox', { name: 'Into which tag' })).toHaveValue('ink');
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByText('Ink is now part of ink')).toBeVisible();
    await expect(row('Ink')).toHaveCount(0);
    await expect(row('ink').getByRole('cell').first()).toHaveText('2');
  });

  await test.step('deleted, and given back to its posts', async () => {
    await act('ink', 'Delete');
    await expect(page.getByRole('dialog')).toContainText('2 posts lose the tag');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row('ink')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row('ink').getByRole('cell').first()).toHaveText('2');
    await row('ink').getByRole('link').click();
    await expect(page).toHaveURL('/admin/posts/news?tag=ink');
  });
});
