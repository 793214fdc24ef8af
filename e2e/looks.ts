import { expect, type Page } from '@playwright/test';
import account from '#web/i18n/account/en.json' with { type: 'json' };
import comments from '#web/i18n/comments/en.json' with { type: 'json' };
import console from '#web/i18n/console/en.json' with { type: 'json' };
import site from '#web/i18n/en.json' with { type: 'json' };
import { axeViolations, COLOR_RULES, markVisible } from './axe.ts';
import { overflowOf } from './page-measures.ts';

export const languages = [
  ['en', 'en-US'],
  ['ja', 'ja-JP'],
] as const;

const [WIDE, NARROW, NARROWEST] = [1280, 390, 320];

/**
 * Checks light and dark at 1280 and 390 px: no accessibility violation, no untranslated text key, nothing wider than
 * the screen (down to 320 px). Lists one problem per line.
 *
 * axe checks everything once, at 1280 px in light. Only colors can differ in dark, only elements that appear and regions
 * that scroll at 390 px, and neither depends on the language.
 */
export async function findPageProblems(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  const add = (variant: string, found: readonly string[]) =>
    problems.push(...found.map((problem) => `${name}, ${variant}: ${problem}`));
  const isEnglish = (await page.evaluate(() => document.documentElement.lang)).startsWith('en');
  await page.setViewportSize({ width: WIDE, height: 800 });
  await setColorScheme(page, 'light');
  add('light', await axeViolations(page, isEnglish ? {} : { without: COLOR_RULES }));
  add(`${WIDE} px`, await tooWide(page));
  await markVisible(page);
  if (isEnglish) {
    await setColorScheme(page, 'dark');
    add('dark', await axeViolations(page, { rules: COLOR_RULES }));
  }
  await page.setViewportSize({ width: NARROW, height: 800 });
  await nextFrame(page);
  add(`${NARROW} px`, await tooWide(page));
  if (isEnglish) {
    add(`${NARROW} px, dark`, await axeViolations(page, { rules: COLOR_RULES, isNewOnly: true }));
    await setColorScheme(page, 'light');
    add(`${NARROW} px, light`, await axeViolations(page, { isNewOnly: true }));
    add(`${NARROW} px`, await axeViolations(page, { rules: ['scrollable-region-focusable'] }));
  }
  if ((await page.getByRole('menu').count()) === 0) {
    await page.setViewportSize({ width: NARROWEST, height: 800 });
    add(`${NARROWEST} px`, await tooWide(page));
  }
  add('texts', await untranslated(page));
  await page.setViewportSize({ width: WIDE, height: 800 });
  return problems;
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(
    page.locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`),
  ).toBeAttached();
  await nextFrame(page);
}

async function nextFrame(page: Page): Promise<void> {
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
  // The text of a post may have an h1 of its own.
  await page.locator('main[aria-busy=false] h1').first().waitFor();
}
