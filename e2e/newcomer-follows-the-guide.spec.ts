import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { keepGuidePicture } from '#testing/guide-picture.ts';
import { expect, test } from './fixtures.ts';
import { type GuideStep, readGuide, stepsOf } from './guide-steps.ts';

const PASSWORD = 'oil for every lamp';
const words = {
  en: { locale: 'en-US', slug: 'how-lamps-are-lit' },
  ja: { locale: 'ja-JP', slug: 'how-lamps-are-lit' },
} as const;

for (const language of ['en', 'ja'] as const) {
  const { locale, slug } = words[language];
  test.describe(`in ${language}`, { tag: '@extended' }, () => {
    test.use({ locale, viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Tokyo', colorScheme: 'light' });

    test('every step of the getting-started guide works', async ({ page, untouchedProduct }) => {
      page.setDefaultTimeout(15_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const guide = await readGuide(language);
      const [, reported] = /^(Created the account .+ with the password) \S+$/m.exec(guide) ?? [];
      expect(untouchedProduct.output()).toContain(`${reported} `);
      const [, password = ''] = /with the password (\S+)$/m.exec(untouchedProduct.output()) ?? [];
      for (const step of stepsOf(guide, language)) {
        await test.step(JSON.stringify(step), () => follow(page, step, { url: untouchedProduct.url, password }));
      }
      const response = await page.request.get(`${untouchedProduct.url}/api/posts/lamps`);
      const { items } = (await response.json()) as { items: { slug: string; bodyHtml: string; thumbnail?: object }[] };
      expect(items.map((post) => post.slug)).toEqual([slug]);
      expect(items[0]?.bodyHtml).toMatch(/<h2[\s\S]+<strong>[\s\S]+<img/);
    });
  });
}

interface Place {
  readonly url: string;
  readonly password: string;
}

async function follow(page: Page, step: GuideStep, { url, password }: Place): Promise<void> {
  if (step.does === 'open') await page.goto(step.address.replace('http://localhost:3000', url));
  else if (step.does === 'type') await typeInto(page, step.field, step.text);
  else if (step.does === 'typeFirstPassword') await typeInto(page, step.field, password);
  else if (step.does === 'typeOwnPassword') await typeInto(page, step.field, PASSWORD);
  else if (step.does === 'typeTimeToCome') await typeInto(page, step.field, inAWeek());
  else if (step.does === 'press') await press(page, step.name);
  else if (step.does === 'pressForPicture') await pressForPicture(page, step.name);
  else if (step.does === 'pressKey') await page.keyboard.press(step.key);
  else if (step.does === 'see') await see(page, step.text);
  else await takeScreenshot(page, step.picture);
}

/** The first save is slow, because it waits for the render process to start. */
async function see(page: Page, text: string): Promise<void> {
  const seen = page.getByText(text).filter({ visible: true }).first();
  await expect(seen).toBeVisible({ timeout: 40_000 });
  // A remaining notification would match the next step, too.
  const notice = page.locator('.mantine-Notification-root').filter({ hasText: text });
  if ((await notice.count()) > 0) await notice.first().locator('.mantine-Notification-closeButton').click();
}

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  const field = await found(page, (where) => [
    where
      .getByLabel(name, { exact: true })
      .or(where.getByPlaceholder(name, { exact: true }))
      .and(page.locator('input, textarea, select, [contenteditable=true]')),
  ]);
  if ((await field.getAttribute('contenteditable')) !== 'true') return await field.fill(text);
  if (!(await field.evaluate((element) => element.contains(document.activeElement)))) await field.click();
  await page.keyboard.type(text);
}

async function press(page: Page, name: string): Promise<void> {
  let opensMenu = false;
  // A dialog may open between finding and clicking; then its own button is meant.
  await expect(async () => {
    const button = await pressable(page, name);
    opensMenu = (await button.getAttribute('aria-haspopup')) === 'menu';
    await button.click({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  if (opensMenu) await page.getByRole('menu').filter({ visible: true }).waitFor();
}

async function pressForPicture(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, name);
  await (await chooser).setFiles([await lamp()]);
}

function pressable(page: Page, name: string): Promise<Locator> {
  return found(page, (where) => [
    page.getByRole('menu').getByRole('menuitem', { name: new RegExp(`^${name}(?: |$)`) }),
    ...(['button', 'link', 'tab'] as const).map((role) => where.getByRole(role, { name, exact: true })),
  ]);
}

async function found(page: Page, among: (where: Page | Locator) => readonly Locator[]): Promise<Locator> {
  let seen: Locator | undefined;
  await expect(async () => {
    const dialogs = page.getByRole('dialog').filter({ visible: true });
    const candidates = among((await dialogs.count()) > 0 ? dialogs.last() : page);
    const shown = candidates.map((each) => each.filter({ visible: true }));
    const counts = await Promise.all(shown.map((each) => each.count()));
    seen = shown[counts.findIndex((count) => count > 0)]?.first();
    expect(seen).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return seen as Locator;
}

async function takeScreenshot(page: Page, picture: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.publish-review-note')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await keepGuidePicture(join(import.meta.dirname, '../docs/guide', picture), () => page.screenshot());
}

function inAWeek(): string {
  return `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 11)}09:00`;
}

async function lamp() {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
    <rect width="900" height="600" fill="#1b2a41"/><circle cx="450" cy="290" r="210" fill="#e0a458" opacity="0.35"/>
    <rect x="370" y="170" width="160" height="240" rx="60" fill="#f4d58d"/><rect x="400" y="140" width="100" height="36"
    fill="#7c2d12"/><rect x="400" y="404" width="100" height="36" fill="#7c2d12"/></svg>`;
  return { name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(drawn)).jpeg().toBuffer() };
}
