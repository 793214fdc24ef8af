import { ADMIN, expect, test } from './fixtures.ts';
import { overflowOf } from './page-measures.ts';
import { callAs } from './posts-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing in the console, ${colorScheme}, ${width} px`, async ({
      page,
      signIn,
      expectNothingFromAxe,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/admin/signin');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Input required').first()).toBeVisible();
      await expectNothingFromAxe(page);
      await signIn(page);
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Signed in as admin' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await expectNothingFromAxe(page);
      for (const path of ['/admin/services', '/admin/services/create', '/admin/services/news/edit']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingFromAxe(page);
        const overflow = await overflowOf(page);
        expect(overflow, path).toBeLessThanOrEqual(0);
      }
    });

    test(`axe finds nothing where accounts are administered, ${colorScheme}, ${width} px`, async ({
      page,
      signIn,
      expectNothingFromAxe,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, ADMIN, '/admin/users');
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'System' }).click();
      await expect(page.getByRole('menuitem', { name: 'Audit Log' })).toBeVisible();
      await expectNothingFromAxe(page);

      const email = `${colorScheme}-${width}@a-rather-long-name-of-a-department.example.com`;
      const { username } = (await callAs(page, 'POST', '/admin/users', {
        ...{ email, role: 'editor', serviceIds: [] },
      })) as { username: string };
      const { items } = (await callAs(page, 'GET', '/admin/mails')) as { items: { mailId: string }[] };
      for (const path of [
        '/admin/users',
        '/admin/users?accounts=all',
        '/admin/users/create',
        '/admin/users/admin',
        `/admin/users/${username}`,
        '/admin/api-keys/create',
        '/admin/api-keys',
        '/admin/audit?actor=admin',
        '/admin/mails',
        `/admin/mails/${items[0]?.mailId}`,
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingFromAxe(page);
        const overflow = await overflowOf(page);
        expect(overflow, path).toBeLessThanOrEqual(0);
      }

      await page.goto(`/admin/users/${username}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingFromAxe(page);

      await page.goto('/admin/api-keys/create');
      await page.getByRole('button', { name: 'Create key' }).click();
      await expect(page.getByText('Choose at least one service')).toBeVisible();
      await expectNothingFromAxe(page);
      await page.getByLabel('Label', { exact: true }).fill(`Key ${colorScheme} ${width}`);
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: 'Create key' }).click();
      await expect(page.getByText('It is shown this once')).toBeVisible();
      await expectNothingFromAxe(page);
      await page.getByRole('link', { name: 'I have copied the key' }).click();
      await expect(page.getByRole('table')).toContainText(`Key ${colorScheme} ${width}`);
      await expectNothingFromAxe(page);
    });
  }
}

test('public pages load nothing of the console', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  for (const path of ['/', '/posts/news', '/posts/news/what-kawaraban-is', '/about', '/error/forbidden']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const bodies = await Promise.all(
    loaded
      .filter((url) => /\.(js|css)$/.test(url))
      .map(async (url) => [url, await (await page.request.get(url)).text()]),
  );
  expect(bodies.length).toBeGreaterThan(5);
  const ofConsole = bodies.filter(([, body]) =>
    /mantine|AWSCognitoIdentityProviderService|Admin Top/i.test(body ?? ''),
  );
  expect(ofConsole.map(([url]) => url)).toEqual([]);
});
