import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

async function compose(ime: CDPSession, states: readonly string[]): Promise<void> {
  for (const text of states) {
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
}

async function pressWhileComposing(ime: CDPSession, key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229 };
  await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

const FIELDS = [
  'input:not([type])',
  ...['text', 'search', 'url', 'email'].map((type) => `input[type=${type}]`),
  'textarea',
  '[contenteditable=true]',
]
  .map((selector) => `${selector}:visible:not([readonly], [disabled])`)
  .join(', ');

const WORD = '仮名';

export async function composeInEveryField(page: Page, place: string): Promise<{ faults: string[]; fields: number }> {
  const writes: string[] = [];
  page.on('request', watch);
  const ime = await page.context().newCDPSession(page);
  const top = page.locator('[aria-modal=true]').last();
  const scope = (await top.count()) > 0 ? top : page.locator('body');
  const count = await scope.locator(FIELDS).count();
  const problems: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const field = scope.locator(FIELDS).nth(index);
    for (const problem of await composeIn(page, ime, field))
      problems.push(`${place}: ${await nameOf(field)} ${problem}`);
  }
  page.off('request', watch);
  await ime.detach();
  return { faults: [...problems, ...writes.map((write) => `${place}: sent ${write}`)], fields: count };

  function watch(request: { method(): string; url(): string }): void {
    const { pathname } = new URL(request.url());
    const isOwn = pathname.startsWith('/api/') || pathname.startsWith('/identity/');
    if (request.method() !== 'GET' && isOwn && !KEPT.test(pathname)) writes.push(pathname);
  }
}

const KEPT = /\/(?:working-copy|preview|convert)$/;

async function composeIn(page: Page, ime: CDPSession, field: Locator): Promise<string[]> {
  const problems: string[] = [];
  await field.scrollIntoViewIfNeeded();
  await field.focus();
  const before = await shapeOf(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await compose(ime, ['か', WORD]);
  for (const key of ['Enter', 'Escape']) await pressWhileComposing(ime, key);
  const after = await shapeOf(page);
  if (after !== before) problems.push(`while composing: ${before} became ${after}`);
  await ime.send('Input.insertText', { text: WORD });
  // Some browsers report the key that ends a composition after the composition has ended.
  await pressWhileComposing(ime, 'Enter');
  const text = await textOf(field);
  const times = text.split(WORD).length - 1;
  if (times !== 1) problems.push(`holds the word ${times} times: ${JSON.stringify(text)}`);
  const atEnd = await shapeOf(page);
  if (atEnd !== before) problems.push(`Enter that ended it: ${before} became ${atEnd}`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  return problems;
}

async function shapeOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const chips = document.querySelectorAll('[class*=Pill-root]').length;
    const dialogs = document.querySelectorAll('[role=dialog], [aria-modal=true]').length;
    const toasts = document.querySelectorAll('.toast').length;
    const focused = document.activeElement;
    const { tagName, id, ariaLabel } = focused instanceof HTMLElement ? focused : document.body;
    return `${location.pathname} ${dialogs} dialogs ${chips} chips ${toasts} toasts in ${tagName}#${id} ${ariaLabel}`;
  });
}

async function textOf(field: Locator): Promise<string> {
  return await field.evaluate((element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value
      : (element.textContent ?? ''),
  );
}

async function nameOf(field: Locator): Promise<string> {
  if ((await field.count()) === 0) return 'a field that is gone';
  return await field.evaluate((element) => {
    const { labels } = element as HTMLInputElement;
    return `“${element.ariaLabel ?? labels?.[0]?.textContent ?? element.getAttribute('aria-labelledby') ?? element.id}”`;
  });
}

export async function waitForScreen(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('.loading-overlay, .editor-on-its-way')).toHaveCount(0);
}
