import type { Page } from '@playwright/test';
import { composeInEveryField, waitForScreen } from './composing.ts';
import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { png, uploadAndWait } from './media-page.ts';
import { callAs, givenPost } from './posts-page.ts';

test.use({ baseURL: ownBaseURL });

interface Place {
  readonly path: string;
  readonly open?: (page: Page) => Promise<unknown>;
  readonly name?: string;
}

test('composing text sends and closes nothing in any field', { tag: '@extended' }, async ({ page, signIn }) => {
  test.setTimeout(360_000);
  await page.goto('/admin/signin');
  await page.locator('form button[type=submit]:enabled').waitFor();
  const all = [await composeInEveryField(page, 'sign-in')];
  await signIn(page, ADMIN, '/admin/posts/news');
  for (const place of await givenPlaces(page)) {
    await page.goto(place.path);
    await waitForScreen(page);
    await place.open?.(page);
    all.push(await composeInEveryField(page, place.name ?? place.path));
    // Drafts would block leaving for the next screen.
    await page.evaluate(() => sessionStorage.clear());
  }
  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  expect(all.reduce((sum, { fields }) => sum + fields, 0)).toBeGreaterThan(60);
});

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

async function givenPlaces(page: Page): Promise<Place[]> {
  const { postId } = await givenPost(page, { slug: 'composed', title: 'Composed', body: 'Some text.' });
  const deleted = await givenPost(page, { slug: 'binned', title: 'Binned' });
  await callAs(page, 'DELETE', `/admin/posts/news/${deleted.postId}`);
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug: 'weekly', label: 'Weekly' });
  await callAs(page, 'POST', '/admin/categories/news', { slug: 'ink', label: 'Ink', parent: 'root' });
  await callAs(page, 'POST', '/admin/tags/news', { label: 'Press' });
  for (let number = 1; number < 10; number += 1) {
    await callAs(page, 'POST', '/admin/services', {
      serviceId: `s${number}`,
      label: `S ${number}`,
      functions: ['post'],
    });
  }
  await callAs(page, 'POST', '/admin/services', { serviceId: 'talk', label: 'Talk', functions: ['post', 'comment'] });
  const { username } = (await callAs(page, 'POST', '/admin/users', {
    email: 'anna@example.com',
    role: 'editor',
    serviceIds: ['news'],
  })) as { username: string };
  const fileId = await givenFile(page);
  const post = `/admin/posts/news/${postId}`;
  return [
    { path: '/admin' },
    { path: '/admin', name: 'palette', open: (shown) => shown.keyboard.press('ControlOrMeta+k') },
    { path: '/admin', name: 'service switcher', open: button('Select a service') },
    { path: '/admin/qr' },
    { path: '/admin/services' },
    { path: '/admin/services/create' },
    { path: '/admin/services/talk/edit' },
    { path: '/admin/users' },
    { path: '/admin/users/create' },
    { path: `/admin/users/${username}` },
    { path: `/admin/users/${username}`, name: 'delete a user', open: button('Delete') },
    { path: '/admin/api-keys/create' },
    { path: '/admin/audit' },
    { path: '/admin/mails' },
    { path: '/admin/posts/news', open: (shown) => shown.locator('.post-filter summary').click() },
    { path: '/admin/posts/news/create' },
    { path: `${post}/edit` },
    { path: post },
    { path: `${post}/history` },
    { path: '/admin/posts/news/bin' },
    { path: '/admin/posts/news/groups' },
    { path: '/admin/posts/news/groups/create' },
    { path: '/admin/posts/news/groups/weekly' },
    { path: '/admin/posts/news/groups/weekly/edit' },
    { path: '/admin/categories/news' },
    { path: '/admin/categories/news/create' },
    { path: '/admin/categories/news/ink/edit' },
    { path: '/admin/tags/news' },
    { path: '/admin/files/news' },
    { path: `/admin/files/news/${fileId}` },
    { path: '/admin/comments/talk' },
    { path: '/admin/settings/talk/content' },
    { path: '/admin/webhooks/news/create' },
  ];
}

async function givenFile(page: Page): Promise<string> {
  await page.goto('/admin/files/news');
  await waitForScreen(page);
  await uploadAndWait(page, [await png('composed.png')]);
  const { items } = (await callAs(page, 'GET', '/admin/files/news')) as { items: { fileId: string }[] };
  return items[0]?.fileId ?? '';
}
