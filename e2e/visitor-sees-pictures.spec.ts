import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { jpeg, type PickedFile, pdf } from './media-page.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, givenPost } from './posts-page.ts';

const NAME = '公演の案内.pdf';
const LABEL = 'Programme';
/** So long that what stands below it is far away. */
const TEXT = Array.from({ length: 90 }, (_, at) => `Paragraph ${at}. ${'Ink on paper, cut in wood. '.repeat(8)}`).join(
  '\n\n',
);

const readers = [
  {
    locale: 'en-US',
    alt: 'The stage',
    fallback: 'The hall',
    download: `Download ${LABEL}`,
    caption: 'Before the show',
  },
  { locale: 'ja-JP', alt: '舞台', fallback: 'The hall', download: `${LABEL}をダウンロード`, caption: '開演前' },
] as const;

for (const reader of readers) {
  for (const javaScriptEnabled of [true, false]) {
    const { locale, alt, fallback, download, caption } = reader;

    test(`a visitor with ${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript, sees the pictures of a post and nothing moves`, async ({
      page,
      signIn,
      browser,
      product,
      expectNothingFromAxe,
    }) => {
      test.slow();
      await signIn(page, ADMIN, '/admin/posts/news');
      const slug = `pictures-${locale.toLowerCase()}-${javaScriptEnabled ? 'with' : 'without'}`;
      const path = await givenPostWithPictures(page, slug);
      for (const width of [390, 1280]) {
        const options = { locale, javaScriptEnabled, baseURL: product.url, viewport: { width, height: 800 } };
        await asReader(browser, options, async (visitor) => {
          const pictures = await holdPictures(visitor);
          await visitor.goto(path, { waitUntil: 'commit' });
          const article = visitor.getByRole('article');
          await expect(article.locator('.post-files')).toBeAttached();
          // Nothing has its place before the styles are there. Asked from outside: some pages run no JavaScript.
          const hasStyles = () =>
            [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
              ({ sheet }) => sheet !== null,
            );
          await expect.poll(() => visitor.evaluate(hasStyles)).toBe(true);
          await visitor.evaluate(() => document.fonts.ready.then(() => undefined));
          const before = await placesOf(visitor);
          pictures.release();

          await expect(article.locator('.post-lead img')).toHaveAttribute('fetchpriority', 'high');
          await expect(article.locator('.post-lead img')).not.toHaveAttribute('loading', 'lazy');
          await expect(article.locator('.prose img')).toHaveAttribute('alt', 'In the text');
          const gallery = article.locator('.post-images img');
          await expect(gallery).toHaveCount(3);
          expect(await gallery.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual([
            alt,
            fallback,
            '',
          ]);
          await expect(article.locator('.post-images figcaption')).toHaveText([caption, 'The hall in June']);
          for (const image of await article.locator('img:not([src^="/comments/"])').all()) {
            await expect(image).toHaveAttribute('srcset', / \d+w, .* 900w$/);
            await expect(image).toHaveAttribute('sizes', /px/);
            await expect(image).toHaveAttribute('width', /^\d+$/);
            await expect(image).toHaveAttribute('height', /^\d+$/);
          }
          await expect(
            article.locator('.prose img, .post-images img').and(visitor.locator('[loading=lazy]')),
          ).toHaveCount(4);
          if (javaScriptEnabled) {
            await expect.poll(() => pictures.asked().length).toBeGreaterThan(0);
            // What is far below the window has not been asked for.
            expect(pictures.asked().filter((url) => url.includes('.jpg'))).toHaveLength(1);
          }

          for (const image of await article.locator('img:not([src^="/comments/"])').all()) {
            await image.scrollIntoViewIfNeeded();
            await expect
              .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
              .toBeGreaterThan(0);
          }
          expectSamePlaces(await placesOf(visitor), before);
          const overflow = await overflowOf(visitor);
          expect(overflow).toBeLessThanOrEqual(0);
          if (javaScriptEnabled) {
            expect(await shiftOf(visitor)).toBeLessThan(0.05);
            await expectNothingFromAxe(visitor);
          }

          const offered = article.getByRole('link', { name: LABEL, exact: true });
          await expect(offered).toHaveAttribute('href', /\/docs\/[0-9a-z]{26}\.pdf$/);
          const saved = visitor.waitForEvent('download');
          await article.getByRole('link', { name: download, exact: true }).click();
          expect((await saved).suggestedFilename()).toBe(NAME);
        });
      }
    });
  }
}

async function asReader(
  browser: Browser,
  options: BrowserContextOptions,
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const visitor = await context.newPage();
    await visitor.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await read(visitor);
  } finally {
    await context.close();
  }
}

/** Everything that moved without a visitor's doing, as browsers measure it. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

/** Lets no picture come until it is told to. */
async function holdPictures(page: Page): Promise<{ release: () => void; asked: () => readonly string[] }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route('**/media/**/images/**', async (route) => {
    asked.push(route.request().url());
    await promise;
    await route.continue();
  });
  return { release: resolve, asked: () => asked };
}

/** Where pictures and what follows them stand on the page, whatever part of it is seen. */
function placesOf(page: Page): Promise<number[]> {
  return page.locator('article img, article figcaption, article .post-files').evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y + window.scrollY, width, height];
    }),
  );
}

/** Parts of a pixel are rounded as the page is scrolled. */
function expectSamePlaces(after: readonly number[], before: readonly number[]): void {
  expect(after).toHaveLength(before.length);
  for (const [at, place] of after.entries()) expect(Math.abs(place - (before[at] ?? 0))).toBeLessThan(2);
}

/** A published post with pictures in every place that one can be, and a document. Answers with its path. */
async function givenPostWithPictures(page: Page, slug: string): Promise<string> {
  const photo = (name: string, height = 600) => jpeg(name, { width: 900, height });
  const lead = await uploaded(page, 'image', await photo('lead.jpg', 500));
  const inText = await uploaded(page, 'image', await photo('text.jpg'), { alt: { en: 'In the text', ja: '本文' } });
  const stage = await uploaded(page, 'image', await photo('stage.jpg', 1200), {
    ...{ alt: { en: 'The stage', ja: '舞台' }, caption: { en: 'Before the show', ja: '開演前' } },
  });
  const hall = await uploaded(page, 'image', await photo('hall.jpg'), { alt: { en: 'The hall' } });
  const plain = await uploaded(page, 'image', await photo('plain.jpg', 300));
  const programme = await uploaded(page, 'file', pdf(NAME));
  await givenPost(page, {
    ...{ slug, title: 'A night at the theatre', status: 'publish', isHiddenInList: true },
    body: `${TEXT}\n\n![](/media/news/images/${inText.fileId}/800x800.jpg)\n\n${TEXT}`,
    thumbnail: lead,
    images: [stage, { ...hall, caption: 'The hall in June' }, plain],
    files: [{ ...programme, caption: LABEL }],
  });
  return `/posts/news/${slug}`;
}

async function uploaded(
  page: Page,
  fileType: 'image' | 'file',
  { name, mimeType, buffer }: PickedFile,
  words?: object,
) {
  const announced = { fileType, mimeType, name, size: buffer.length };
  const reserved = await callAs(page, 'POST', '/admin/files/news', announced);
  const { fileId, url } = reserved as { readonly fileId: string; readonly url: string };
  const put = await page.request.put(url, { data: buffer, headers: { 'content-type': mimeType } });
  expect(put.status()).toBe(200);
  if (words) await callAs(page, 'POST', `/admin/files/news/${fileId}`, words);
  return { fileId, mimeType };
}
