import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { bodyOf, chooseMode, DETAIL, field, givenPost, typeBody } from './posts-page.ts';

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

async function nameIt(page: Page, slug: string): Promise<void> {
  await field(page, 'Slug').fill(slug);
  await field(page, 'Title').fill(slug);
}

test('HTML is stored as written and shown sanitized', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await nameIt(page, 'in-html');
  await chooseMode(page, 'HTML');
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveCount(0);
  const body = '<p style="text-align: center; position: fixed">One <u>line</u><script>alert(1)</script></p>';
  await typeBody(page, body);
  await expect(preview(page).locator('p > u')).toHaveText('line');
  await expect(preview(page).locator('p')).toHaveAttribute('style', 'text-align: center');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.locator('.post-body u')).toHaveText('line');
  await expect(page.getByRole('button', { name: 'Quick edit' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(bodyOf(page)).toHaveText(body);
});

test('invalid JSON marks its field and is not saved', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await nameIt(page, 'in-json');
  await chooseMode(page, 'JSON');
  await typeBody(page, '{\n"a": [1,\n}');
  await expect(page.getByText('Invalid JSON on line 3')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('This is not valid JSON')).toBeVisible();
  await expect(bodyOf(page)).toBeFocused();
  await expect(bodyOf(page)).toHaveAttribute('aria-invalid', 'true');
  const red = await page
    .locator('.write-and-preview-error')
    .first()
    .evaluate((problem) => getComputedStyle(problem).color);
  await expect(page.locator('.write-side')).toHaveCSS('border-top-color', red);
  await expect(page.locator('.write-and-preview-help')).not.toHaveCSS('color', red);
  await typeBody(page, '{"a":[1,2]}');
  await expect(bodyOf(page)).toHaveAttribute('aria-invalid', 'false');
  await expect(preview(page).locator('code.language-json .hljs-attr')).toHaveText('"a"');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(DETAIL);
  await expect(page.locator('.post-json')).toContainText(/"a": \[\n/);
});

test('plain text keeps its spaces and lines everywhere', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/posts/news/create');
  await nameIt(page, 'in-text');
  await chooseMode(page, 'Plain text');
  const body = 'Menu\n\n    Soba      600 yen\n瓦版　　二枚\n\tend';
  await typeBody(page, body);
  const seen = (place: Locator) => place.innerText();
  await expect.poll(() => seen(preview(page).locator('.prose'))).toBe(body);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(DETAIL);
  expect(await seen(page.locator('.post-body .prose'))).toBe(body);
  await page.goto('/posts/news/in-text');
  expect(await seen(page.locator('.prose'))).toBe(body);
});

test('unsafe links look like text, and figures align with it', { tag: '@extended' }, async ({ page, signIn }) => {
  await signIn(page);
  const figure = '<figure><img src="/favicon.svg" alt="" width="90" height="90"><figcaption>Seal</figcaption></figure>';
  const body = `<p>One <a href="https://example.com">two</a> <a href="javascript:alert(1)">three</a></p>${figure}`;
  const post = { slug: 'figure', title: 'Figure', bodyFormat: 'html', editorMode: 'rawHtml', body, status: 'publish' };
  const { postId } = await givenPost(page, post);
  const color = (element: Locator) => element.evaluate((one) => getComputedStyle(one).color);
  for (const path of [`/admin/posts/news/${postId}`, '/posts/news/figure']) {
    await page.goto(path);
    const text = page.locator('.prose > p');
    expect(await color(text.getByText('three'))).toBe(await color(text));
    expect(await color(text.getByText('two'))).not.toBe(await color(text));
    const places = await Promise.all([text, page.locator('.prose img')].map((one) => one.boundingBox()));
    expect(places[1]?.x).toBe(places[0]?.x);
  }
});
