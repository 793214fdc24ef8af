import type { Page } from '@playwright/test';
import { consoleRoutes } from './console-routes.ts';
import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { findPageProblems, goInConsole, languages } from './looks.ts';
import { pdf, png } from './media-page.ts';
import { callAs, givenPost, type MadePost } from './posts-page.ts';

const LONG_LABEL = 'A rather long name without an end in sight 瓦版の長い名前';

for (const [language, locale] of languages) {
  test.describe(`in ${language}`, { tag: '@extended' }, () => {
    test.use({ locale, baseURL: ownBaseURL });

    test('console screens are accessible, translated and fit in every look', async ({ page, signIn }) => {
      test.setTimeout(400_000);
      await page.goto('/admin/signin');
      await page.locator('form button[type=submit]:enabled').click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      const problems = await findPageProblems(page, '/admin/signin with errors');
      await signIn(page);
      for (const { path, title } of await givenScreens(page)) {
        await goInConsole(page, path);
        await expect(page, path).toHaveTitle(title);
        await page.waitForLoadState('networkidle');
        problems.push(...(await findPageProblems(page, path)));
      }
      expect(problems).toEqual([]);
    });

    test('console dialogs, menus and errors are accessible in every look', async ({ page, signIn }) => {
      test.setTimeout(400_000);
      await signIn(page, ADMIN, '/admin/posts/news');
      const problems: string[] = [];
      const dialog = page.getByRole('dialog');
      const check = async (name: string) => void problems.push(...(await findPageProblems(page, name)));
      const checkDialog = async (name: string) => {
        await expect(dialog).toBeVisible();
        await check(name);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      };
      const { postId } = await givenPost(page, {
        slug: 'looked-at',
        title: LONG_LABEL,
        status: 'publish',
        isHiddenInList: true,
        category: 'guide',
        body: '## Head\n\n`code` and [link](https://example.com)',
        tags: [{ label: 'edo' }],
        links: [{ id: 1, url: 'https://example.com', label: 'Map' }],
      });
      const post = `/admin/posts/news/${postId}`;

      await page.keyboard.press('ControlOrMeta+k');
      await checkDialog('palette');
      await page.keyboard.press('?');
      await checkDialog('shortcut help');
      await page.locator('.console-user').click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await check('user menu');
      await page.keyboard.press('Escape');

      await goInConsole(page, '/admin/tags/news');
      await page.locator('main [aria-haspopup=menu]').first().click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await check('menu of a tag');
      await page.getByRole('menuitem').first().click();
      await checkDialog('renaming a tag');

      await goInConsole(page, post);
      await page.locator('.post-body-edit').click();
      await expect(page.locator('.cm-content')).toBeVisible();
      await check('body of a post, being edited');

      await goInConsole(page, `${post}/edit`);
      await expect(page.locator('.cm-content')).toBeVisible();
      await callAs(page, 'POST', `/admin/posts/news/${postId}`, { body: 'Theirs.' });
      await page.locator('.cm-content').click();
      await page.keyboard.insertText('Mine. ');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.locator('.compare-body')).toBeVisible();
      await checkDialog('conflict of two versions');
      await page.locator('.post-form-actions a').first().click();
      await expect(dialog).toBeVisible();
      await check('leaving with unsaved changes');
      await dialog.getByRole('button').last().click();

      await page.goto('/admin/posts/news/create');
      await page.locator('.post-form-actions button').first().click();
      await expect(page.getByRole('alert').locator('p')).toBeVisible();
      await check('post form with errors');
      const inputs = page.locator('.files-field input[type=file]');
      const wide = { width: 600, height: 400 };
      await inputs
        .nth(0)
        .setInputFiles([await png('浮世絵.png', wide), await png('a-rather-long-name-of-a-file.png', wide)]);
      await inputs.nth(1).setInputFiles([pdf('report.pdf')]);
      await expect(page.locator('.files-field .file-thumb')).toHaveCount(3);
      await check('post form with files');

      await page.goto('/admin/files/news');
      await page.locator('.library-ways input[type=file]').setInputFiles([{ ...pdf('x.md'), mimeType: '' }]);
      await expect(page.locator('.uploads li').first()).toBeVisible();
      await check('failed upload');
      await page.locator('.file-view-label').last().click();
      await page.getByRole('checkbox').first().check();
      await check('library as a list, with a selection');
      expect(problems).toEqual([]);
    });
  });
}

interface Screen {
  readonly path: string;
  readonly title: RegExp;
}

async function givenScreens(page: Page): Promise<readonly Screen[]> {
  const language = (await page.evaluate(() => document.documentElement.lang)).startsWith('ja') ? 'ja' : 'en';
  await callAs(page, 'POST', '/admin/categories/news', { slug: 'seen', label: LONG_LABEL, parentCategorySlug: '' });
  const post = await givenPost(page, {
    slug: 'seen',
    title: LONG_LABEL,
    category: 'seen',
    tags: [{ label: 'seen' }],
    body: 'One',
    status: 'publish',
  });
  await callAs(page, 'POST', `/admin/posts/news/${post.postId}`, { body: 'Two' });
  await givenPost(page, { slug: 'planned', title: '予約', status: 'publish', publishAt: '2099-01-01T10:07:00Z' });
  const deleted = await givenPost(page, { slug: 'gone', title: 'Gone' });
  await callAs(page, 'DELETE', `/admin/posts/news/${deleted.postId}`);
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug: 'seen', label: LONG_LABEL, postIds: [post.postId] });
  const draft = (await callAs(page, 'POST', `/admin/posts/news/${post.postId}/translations/create`, {
    language: 'fr',
  })) as MadePost;
  const email = 'somebody@a-rather-long-name-of-a-department.example.com';
  const { username } = (await callAs(page, 'POST', '/admin/users', { email, role: 'editor', serviceIds: [] })) as {
    username: string;
  };
  const { items } = (await callAs(page, 'GET', '/admin/mails')) as { items: { mailId: string }[] };
  const webhook = { url: 'https://example.com/hook', description: '', events: ['post.published'], isEnabled: true };
  const { webhookId } = (await callAs(page, 'POST', '/admin/webhooks/news', webhook)) as { webhookId: string };
  const known = consoleRoutes({ post, postTitle: LONG_LABEL, category: 'seen', group: 'seen', groupLabel: LONG_LABEL });
  const others = [
    `/admin/posts/news/${draft.postId}/translation`,
    '/admin/users?accounts=all',
    `/admin/users/${username}`,
    '/admin/api-keys/create',
    `/admin/mails/${items[0]?.mailId}`,
    `/admin/webhooks/news/${webhookId}`,
    `/admin/webhooks/news/${webhookId}/edit`,
  ];
  return [
    ...known.map(({ path, title }) => ({
      path,
      title: new RegExp(`${RegExp.escape(title[language])}.* – Kawaraban$`),
    })),
    ...others.map((path) => ({ path, title: / – Kawaraban$/ })),
  ];
}
