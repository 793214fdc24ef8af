import { expect, type Page } from '@playwright/test';
import account from '#web/i18n/account/en.json' with { type: 'json' };
import comments from '#web/i18n/comments/en.json' with { type: 'json' };
import console from '#web/i18n/console/en.json' with { type: 'json' };
import site from '#web/i18n/en.json' with { type: 'json' };
import { axeViolations, COLOR_RULES } from './axe.ts';
import { overflowOf } from './page-measures.ts';

export const languages = [
  ['en', 'en-US'],
  ['ja', 'ja-JP'],
] as const;

const WIDTHS = [1280, 390];
const SMALLEST_WIDTH = 320;

/**
 * Checks light and dark at 1280 and 390 px: no accessibility violation, no untranslated text key, nothing wider than
 * the screen (down to 320 px). Lists one problem per line.
 */
export async function problemsInEveryLook(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  const add = (theme: string, found: readonly string[]) =>
    problems.push(...found.map((problem) => `${name}, ${theme}: ${problem}`));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await setColorScheme(page, 'light');
    add(`${width} px, light`, await axeViolations(page));
    add(`${width} px`, await tooWide(page));
    await setColorScheme(page, 'dark');
    // Only color rules can differ in dark mode.
    add(`${width} px, dark`, await axeViolations(page, COLOR_RULES));
  }
  if ((await page.getByRole('menu').count()) === 0) {
    await page.setViewportSize({ width: SMALLEST_WIDTH, height: 800 });
    add(`${SMALLEST_WIDTH} px`, await tooWide(page));
  }
  add('texts', await untranslated(page));
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 800 });
  await setColorScheme(page, 'light');
  return problems;
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(
    page.locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`),
  ).toBeAttached();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function tooWide(page: Page): Promise<string[]> {
  const overflow = await overflowOf(page);
  return overflow > 0 ? [`${overflow} px wider than the screen`] : [];
}

const textKeys = new Set([site, account, comments, console].flatMap((catalogue) => keysOf(catalogue)));

async function untranslated(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...labels].join('\n');
  });
  const words = shown.match(/[a-zA-Z]\w*(?:\.\w+)+/g) ?? [];
  return words.filter((word) => textKeys.has(word)).map((word) => `${word} is a key, not a text`);
}

function keysOf(catalogue: object, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${prefix}${name}`] : keysOf(value, `${prefix}${name}.`),
  );
}

export async function goInConsole(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (to) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(to),
    path,
  );
  await expect(page).toHaveURL(path);
  await page.locator('main[aria-busy=false] h1').waitFor();
}
