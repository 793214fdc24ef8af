import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { expect, test } from './fixtures.ts';

const run = promisify(execFile);

test('posts imported beside the running server are listed', async ({ page, product: { dataDir } }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-posts-'));
  try {
    await writeSyntheticPosts(folder, { count: 25 });
    const kawaraban = join(import.meta.dirname, '../cli/kawaraban.js');
    await run(
      process.execPath,
      [kawaraban, 'import', 'markdown', folder, '--service', 'synthetic', '--create-service'],
      {
        env: { ...process.env, DATA_DIR: dataDir },
      },
    );

    const titles = new Set<string>();
    await page.goto('/posts/synthetic');
    for (let pages = 1; pages <= 3; pages += 1) {
      const headings = page.getByRole('main').getByRole('listitem').getByRole('heading');
      await expect(headings).toHaveCount(pages < 3 ? 10 : 5);
      for (const title of await headings.allTextContents()) titles.add(title);
      if (pages === 3) break;
      const first = await headings.first().textContent();
      await page.locator('a[rel=next]').click();
      await expect(headings.first()).not.toHaveText(first ?? '');
    }
    expect(titles.size).toBe(25);
    await expect(page.locator('a[rel=next]')).toHaveCount(0);

    await page.goto('/services');
    await expect(page.getByRole('main').getByRole('link', { name: 'synthetic' }).first()).toBeVisible();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
