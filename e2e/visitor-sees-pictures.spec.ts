import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { jpeg, type PickedFile, pdf } from './media-page.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, givenPost } from './posts-page.ts';

const NAME = '公演の案内.pdf';
const LABEL = 'Programme';
const TEXT = Array.from({ length: 90 }, (_, at) => `Paragraph ${at}. ${'Ink on paper, cut in wood. '.repeat(8)}`).join(
  '\n\n',
);

const english = {
  locale: 'en-US',
  alt: 'The stage',
  fallback: 'The hall',
  download: `Download ${LABEL}`,
  caption: 'Before the show',
};

const japanese: typeof english = {
  locale: 'ja-JP',
  alt: '舞台',
  fallback: 'The hall',
  download: `${LABEL}をダウンロード`,
  caption: '開演前',
};

/** Covers each pair of a language, a width and JavaScript on or off. */
const visits = [
  { reader: english, width: 390, javaScriptEnabled: true, tag: [] },
  { reader: english, width: 1280, javaScriptEnabled: false, tag: ['@extended'] },
  { reader: japanese, width: 390, javaScriptEnabled: false, tag: ['@extended'] },
  { reader: japanese, width: 1280, javaScriptEnabled: true, tag: ['@extended'] },
] as const;

const test = base.extend<{ path: string }>({
  path: async ({ once }, use) => use(await once(givenPostWithPictures)),
});

for (const { reader, width, javaScriptEnabled, tag } of visits) {
  const { locale, alt, fallback, download, caption } = reader;
  const browsing = `${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;
  test.describe(browsing, { tag: [...tag] }, () => {
    test.use({ locale, javaScriptEnabled, viewport: { width, height: 800 } });

    test('images load lazily without layout shift, documents download', async ({ page, path }) => {
      await watchShifts(page);
      const pictures = await holdPictures(page);
      await page.goto(path, { waitUntil: 'commit' });
      const article = page.getByRole('article');
      await expect(article.locator('.post-files')).toBeAttached();
      // Layout is final once styles are loaded. Polls from outside, because some pages run no JavaScript.
      const hasStyles = () =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null);
      await expect.poll(() => page.evaluate(hasStyles)).toBe(true);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const before = await placesOf(page);
      pictures.release();

      await expect(article.locator('.post-lead img')).toHaveAttribute('fetchpriority', 'high');
      await expect(article.locator('.post-lead img')).not.toHaveAttribute('loading', 'lazy');
      const widthOf = (part: string) => article.locator(part).evaluate((one) => one.getBoundingClientRect().width);
      if (width === 1280)
        expect(await widthOf('.post-lead img')).toBeGreaterThan(1.2 * (await widthOf('.columns-body')));
      await expect(article.locator('.prose img')).toHaveAttribute('alt', 'In the text');
      const gallery = article.locator('.post-images img');
      await expect(gallery).toHaveCount(3);
      expect(await gallery.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual([
        alt,
        fallback,
        '',
      ]);
      await expect(article.locator('.post-images figcaption')).toHaveText([caption, 'The hall in June']);
      const images = await article.locator('img:not([src^="/comments/"])').all();
      for (const image of images) {
        await expect(image).toHaveAttribute('srcset', / \d+w, .* 900w$/);
        await expect(image).toHaveAttribute('sizes', /px/);
        await expect(image).toHaveAttribute('width', /^\d+$/);
        await expect(image).toHaveAttribute('height', /^\d+$/);
      }
      await expect(article.locator('.prose img, .post-images img').and(page.locator('[loading=lazy]'))).toHaveCount(4);
      if (javaScriptEnabled) {
        await expect.poll(() => pictures.asked().length).toBeGreaterThan(0);
        // Browsers do not request lazy images far below the window.
        expect(pictures.asked().filter((url) => url.includes('.jpg'))).toHaveLength(1);
      }

      for (const image of images) {
        await image.scrollIntoViewIfNeeded();
        await expect
          .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
          .toBeGreaterThan(0);
      }
      expectSamePlaces(await placesOf(page), before);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      if (javaScriptEnabled) expect(await shiftOf(page)).toBeLessThan(0.05);

      const offered = article.getByRole('link', { name: LABEL, exact: true });
      await expect(offered).toHaveAttribute('href', /\/docs\/[0-9a-z]{26}\.pdf$/);
      const saved = page.waitForEvent('download');
      await article.getByRole('link', { name: download, exact: true }).click();
      expect((await saved).suggestedFilename()).toBe(NAME);
    });
  });
}

function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

async function holdPictures(page: Page): Promise<{ release: () => void; asked: () => readonly string[] }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const requests: string[] = [];
  await page.route('**/media/**/images/**', async (route) => {
    requests.push(route.request().url());
    await promise;
    await route.continue();
  });
  return { release: resolve, asked: () => requests };
}

function placesOf(page: Page): Promise<number[]> {
  return page.locator('article img, article figcaption, article .post-files').evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y + window.scrollY, width, height];
    }),
  );
}

/** Positions are rounded differently depending on the scroll offset. */
function expectSamePlaces(after: readonly number[], before: readonly number[]): void {
  expect(after).toHaveLength(before.length);
  for (const [at, place] of after.entries()) expect(Math.abs(place - (before[at] ?? 0))).toBeLessThan(2);
}

async function givenPostWithPictures(page: Page): Promise<string> {
  const slug = 'a-night-at-the-theatre';
  const photo = (name: string, height = 600) => jpeg(name, { width: 900, height });
  const lead = await uploaded(page, 'image', await photo('lead.jpg', 500));
  const inText = await uploaded(page, 'image', await photo('text.jpg'), { alt: { en: 'In the text', ja: '本文' } });
  const stage = await uploaded(page, 'image', await photo('stage.jpg', 1200), {
    alt: { en: 'The stage', ja: '舞台' },
    caption: { en: 'Before the show', ja: '開演前' },
  });
  const hall = await uploaded(page, 'image', await photo('hall.jpg'), { alt: { en: 'The hall' } });
  const plain = await uploaded(page, 'image', await photo('plain.jpg', 300));
  const programme = await uploaded(page, 'file', pdf(NAME));
  await givenPost(page, {
    slug,
    title: 'A night at the theatre',
    status: 'publish',
    isHiddenInList: true,
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
