import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findForbiddenNames } from './file-names.ts';

test('findForbiddenNames reports vague file and folder names everywhere', async () => {
  const tree = await mkdtemp(join(tmpdir(), 'kawaraban-names-'));
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  const bad = ['contract/types.ts', 'server/posts/post.service.ts', 'server/utils/dates.ts', 'web/ui/helpers.tsx'];
  const good = ['server/services/service.routes.ts', 'server/posts/post.repository.ts'];
  for (const file of [...bad, ...good]) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), '');
  }
  const { forbidden, files } = findForbiddenNames(tree);
  expect(forbidden.toSorted()).toEqual(bad);
  expect(files).toBe(6);
});
