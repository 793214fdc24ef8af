import type { Page } from '@playwright/test';

export function storedDrafts(page: Page): Promise<string> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('kawaraban.draft.'))
      .map((key) => localStorage.getItem(key))
      .join('\n'),
  );
}
