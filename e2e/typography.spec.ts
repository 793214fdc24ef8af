import type { Page } from '@playwright/test';
import { expect, test, unchangedBaseURL } from './fixtures.ts';
import { overflowOf } from './page-measures.ts';

const SPECIMEN = '/posts/news-ja/type-specimen';

test.use({ baseURL: unchangedBaseURL });

test.describe('specimen', { tag: '@extended' }, () => {
  test.use({ locale: 'ja-JP', viewport: { width: 1280, height: 900 } });

  test('specimen has even lines, typographic rules and linked headings', async ({ page }) => {
    await page.goto(SPECIMEN);
    for (const element of ['h2', 'h3', 'ul', 'ol', 'blockquote', 'pre', 'table', 'hr', 'details', 'del', 'kbd']) {
      await expect(page.locator(`article ${element}`).first(), element).toBeAttached();
    }
    await expect(page.locator('article .prose')).toHaveAttribute('lang', 'ja');
    const japanese = await ideographsInALine(page, '.prose > p');
    expect(japanese).toBeGreaterThanOrEqual(36);
    expect(japanese).toBeLessThanOrEqual(40);
    const english = await lettersInALine(page, '.prose [lang=en] > p', 'the quick brown fox jumps over a lazy dog; ');
    expect(english).toBeGreaterThanOrEqual(58);
    expect(english).toBeLessThanOrEqual(74);
    expect(await unevenLines(page)).toEqual([]);

    const body = page.locator('.prose > p').first();
    await expect(body).toHaveCSS('line-break', 'strict');
    await expect(body).toHaveCSS('text-wrap-style', 'pretty');
    await expect(body).toHaveCSS('text-spacing-trim', 'trim-start');
    await expect(body).toHaveCSS('text-autospace', 'normal');
    const heading = page.locator('.prose h3').first();
    await expect(heading).toHaveCSS('text-wrap-style', 'balance');
    await expect(heading).toHaveCSS('word-break', 'auto-phrase');
    const stress = page.locator('.prose > p em').first();
    await expect(stress).toHaveCSS('font-style', 'normal');
    await expect(stress).toHaveCSS('text-emphasis-style', 'dot');
    const slanted = page.locator('.prose [lang=en] em').first();
    await expect(slanted).toHaveCSS('font-style', 'italic');
    await expect(slanted).toHaveCSS('text-emphasis-style', 'none');
    expect(await chineseFonts(page)).toEqual([]);

    const punctuation = page.getByRole('heading', { name: '約物と禁則', exact: true });
    const link = page.locator('.prose').getByRole('link', { name: '約物と禁則', exact: true });
    await expect(link).toHaveCSS('opacity', '0');
    await punctuation.hover();
    await expect(link).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#punctuation$/);
    await expect(punctuation).toBeInViewport();
    await page.getByRole('link', { name: '1', exact: true }).first().click();
    await expect(page.locator('.footnotes :target')).toBeInViewport();
    await page.getByRole('link', { name: '本文の参照 1 に戻る' }).first().click();
    await expect(page.locator('sup :target')).toBeInViewport();
  });

  test('specimen does not shift while loading', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(SPECIMEN);
    await page.evaluate(async () => {
      for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
        window.scrollTo(0, y);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
    });
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });

  test('wide tables, formulas and code scroll by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(SPECIMEN);
    const tables = page.getByRole('region', { name: /^表 \d$|^十一月の刷り枚数$/ });
    await expect(tables).toHaveCount(4);
    const code = page.locator('pre').filter({ hasText: /.{90}/ }).first();
    const formula = page.locator('math[display=block]').last();
    for (const wide of [tables.nth(1), formula, code]) {
      await wide.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => wide.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    }
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test('specimen is accessible with more contrast', async ({ page, expectNothingFromAxe }) => {
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
    await page.goto(SPECIMEN);
    await expectNothingFromAxe(page);
  });

  test('forced colors keep code and checkboxes distinct', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(SPECIMEN);
    await expect(page.locator('.prose > pre').first()).toHaveCSS('border-top-style', 'solid');
    await expect(page.locator('.prose p > code').first()).toHaveCSS('border-top-style', 'solid');
    await expect(page.locator('.prose > pre .hljs-keyword').first()).toHaveCSS('font-weight', '600');
    const [done, open] = await Promise.all(
      ['input:checked', 'input:not(:checked)'].map((box) =>
        page
          .locator(`.prose ${box}`)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor),
      ),
    );
    expect(done).not.toBe(open);
  });

  test('print shows text and URLs without controls', async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(SPECIMEN);
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('.prose > pre').first()).toHaveCSS('white-space', 'pre-wrap');
    for (const part of ['.site-header', '.site-footer', '.site-search', '.toc', '.share', '.heading-link']) {
      await expect(page.locator(part).first(), part).toBeHidden();
    }
    await expect(page.getByText('開くまで中身は見えません')).toBeVisible();
    const addressAfter = (link: string) =>
      page
        .locator(`.prose ${link}`)
        .first()
        .evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await addressAfter('a[title="例示用のドメイン"]')).toContain('https://example.com/');
    expect(await addressAfter('a.bare-address')).toBe('none');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

/** Each ideograph is one em wide in every Japanese font, so no font is needed. */
async function ideographsInALine(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { width, fontSize } = getComputedStyle(element);
      return Math.floor(Number.parseFloat(width) / Number.parseFloat(fontSize));
    });
}

async function lettersInALine(page: Page, selector: string, text: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, letters) => {
      const copy = element.cloneNode() as HTMLElement;
      copy.style.textWrap = 'wrap';
      copy.textContent = letters.repeat(40);
      element.after(copy);
      const words = copy.firstChild as Text;
      const range = document.createRange();
      const top = (index: number) => {
        range.setStart(words, index);
        range.setEnd(words, index + 1);
        return range.getBoundingClientRect().top;
      };
      let count = 0;
      while (Math.abs(top(count) - top(0)) < 2) count += 1;
      copy.remove();
      return count;
    }, text);
}

/** Finds paragraphs whose height is not a whole number of lines, because something in them pushes the lines apart. */
async function unevenLines(page: Page): Promise<string[]> {
  return page.locator('.prose p:not(:has(img), pre *, li *, .footnotes *)').evaluateAll((paragraphs) =>
    paragraphs
      .filter((paragraph) => {
        const lines =
          paragraph.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(paragraph).lineHeight);
        return Math.abs(lines - Math.round(lines)) > 0.02;
      })
      .map(({ textContent }) => textContent.slice(0, 40)),
  );
}

async function chineseFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '.prose *, h1' });
  const names = new Set<string>();
  for (const nodeId of nodeIds.slice(0, 150)) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) names.add(familyName);
  }
  expect(names.size).toBeGreaterThan(0);
  return [...names].filter((name) => /\b(?:SC|TC|HK|KR)\b|Hei|Song|Ming(?!cho)/.test(name));
}
