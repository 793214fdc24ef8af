import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

function isStill(): boolean {
  return document
    .getAnimations()
    .every(
      ({ effect, playState, timeline }) =>
        timeline !== document.timeline || playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
    );
}

/**
 * Lists violations one per line. Leaves the axe script in the page for later calls.
 * @param rules The rules to check; all of them by default.
 */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Color transitions change the contrast. Polls from outside, because a page without JavaScript has no timers.
  await expect.poll(() => page.evaluate(isStill), { intervals: [20, 50, 100] }).toBe(true);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const { violations } = await page.evaluate(
    (given) =>
      (window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } }).axe.run(
        document,
        given,
      ),
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
