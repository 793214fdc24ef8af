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

export interface AxeOptions {
  readonly rules?: readonly string[];
  readonly without?: readonly string[];
  /** Checks only elements that were hidden or missing when `markVisible` was called. */
  readonly isNewOnly?: boolean;
}

/** Lists violations one per line. Leaves the axe script in the page for later calls. */
export async function axeViolations(
  page: Page,
  { rules, without = [], isNewOnly = false }: AxeOptions = {},
): Promise<string[]> {
  // Color transitions change the contrast. Polls from outside, because a page without JavaScript has no timers.
  await expect.poll(() => page.evaluate(isStill), { intervals: [20, 50, 100] }).toBe(true);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const violations = await page.evaluate(
    async ([given, newOnly]) => {
      const { axe, visibleBefore } = window as unknown as AxeWindow;
      if (!newOnly) return (await axe.run(document, given)).violations;
      const isNew = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) && !visibleBefore.has(element);
      const include = [...document.body.querySelectorAll('*')].filter(isNew);
      return include.length === 0 ? [] : (await axe.run({ include }, given)).violations;
    },
    [options, isNewOnly] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

export async function markVisible(page: Page): Promise<void> {
  await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')];
    (window as unknown as AxeWindow).visibleBefore = new WeakSet(
      elements.filter((element) => element.checkVisibility({ visibilityProperty: true })),
    );
  });
}

interface AxeWindow {
  readonly axe: { run(context: Document | { include: Element[] }, options: object): Promise<AxeResults> };
  visibleBefore: WeakSet<Element>;
}
