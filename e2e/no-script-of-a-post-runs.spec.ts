import type { Page } from '@playwright/test';
import { xssVectors } from '#testing/xss-vectors.ts';
import { expect, test } from './fixtures.ts';
import { givenPost } from './posts-page.ts';

/** Posts cannot contain NUL. */
const vectors = xssVectors.map((vector) => vector.replaceAll('\0', ''));
const bodies = {
  html: vectors.join('\n\n'),
  markdown: vectors.join('\n\n'),
  text: vectors.join('\n'),
  json: JSON.stringify(vectors, null, 1),
};

function findUnsafeElements(page: Page): Promise<string[]> {
  return page.locator('.prose').evaluate((prose) => {
    const schemes = ['http:', 'https:', 'mailto:', 'tel:'];
    return [...prose.querySelectorAll('*')].flatMap((element) => {
      const handlers = element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'srcdoc');
      const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
      const isForeign =
        URL.canParse(address, location.href) && !schemes.includes(new URL(address, location.href).protocol);
      const isFromSite = element.matches('.sr-only, .heading-link, .code-bar');
      const isPositioned = !isFromSite && ['fixed', 'absolute', 'sticky'].includes(getComputedStyle(element).position);
      const isForbiddenElement =
        !['http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML'].includes(element.namespaceURI ?? '') ||
        /script|style|frame|object|embed|form|base|meta|link/i.test(element.localName);
      const isUnsafe = handlers.length > 0 || isForeign || isForbiddenElement || isPositioned;
      return isUnsafe ? [element.outerHTML.slice(0, 200)] : [];
    });
  });
}

for (const [bodyFormat, body] of Object.entries(bodies)) {
  // The server's tests cover every vector in each format.
  const tier = bodyFormat === 'html' ? {} : { tag: '@extended' };
  test(`no script in a post as ${bodyFormat} runs`, tier, async ({ page, signIn }) => {
    const ran: string[] = [];
    page.on('dialog', async (dialog) => {
      ran.push(dialog.message());
      await dialog.dismiss();
    });
    await page.route(
      (url) => url.hostname !== '127.0.0.1' && url.hostname !== 'localhost',
      (route) => route.abort(),
    );
    await signIn(page);
    const slug = `vectors-in-${bodyFormat}`;
    const { postId } = await givenPost(page, { slug, title: slug, bodyFormat, body, status: 'publish' });
    for (const path of [`/posts/news/${slug}`, `/admin/posts/news/${postId}`]) {
      await page.goto(path);
      await page.locator('.prose').first().waitFor();
      expect(await findUnsafeElements(page)).toEqual([]);
      for (const summary of await page.locator('.prose summary').all()) await summary.dispatchEvent('click');
      await page.locator('.prose').evaluate((prose) => {
        for (const element of prose.querySelectorAll('*')) {
          for (const event of ['mouseover', 'focus', 'toggle', 'load', 'error'])
            element.dispatchEvent(new Event(event));
        }
      });
    }
    expect(ran).toEqual([]);
  });
}
