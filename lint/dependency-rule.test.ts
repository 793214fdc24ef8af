import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ruleSet } from './dependency-rule.config.ts';
import { checkDependencies } from './dependency-rule.ts';

const manifest = {
  type: 'module',
  imports: {
    '#contract/*': './contract/*',
    '#server/*': './server/*',
    '#testing/*': './testing/*',
    '#web/*': './web/*',
  },
};

const breaches: Record<string, Record<string, string[]>> = {
  'no-cycles': { 'server/posts/a.ts': ['./b.ts'], 'server/posts/b.ts': ['./a.ts'] },
  'everything-resolves': { 'server/posts/a.ts': ['./gone.ts'] },
  'contract-knows-only-zod': { 'contract/a.ts': ['react'] },
  'client-needs-nothing-at-all': { 'client/a.ts': ['type:../contract/b.ts'], 'contract/b.ts': [] },
  'client-is-made-from-the-contract': { 'client/generate/a.ts': ['../../server/b.ts'], 'server/b.ts': [] },
  'client-is-for-others': { 'web/a.ts': ['../client/b.ts'], 'client/b.ts': [] },
  'base-folders-know-no-feature': { 'server/platform/a.ts': ['../posts/b.ts'], 'server/posts/b.ts': [] },
  'features-meet-at-the-front-door': { 'server/users/a.ts': ['../tags/b.ts'], 'server/tags/b.ts': [] },
  'post-features-meet-others-at-the-front-door': { 'server/posts/a.ts': ['../tags/b.ts'], 'server/tags/b.ts': [] },
  'media-features-meet-others-at-the-front-door': { 'server/media/a.ts': ['../tags/b.ts'], 'server/tags/b.ts': [] },
  'features-know-no-process': { 'server/posts/a.ts': ['../config.ts'], 'server/config.ts': [] },
  'server-knows-no-web': { 'server/posts/a.ts': ['#web/b.ts'], 'web/b.ts': [] },
  'web-never-imports-server': { 'web/a.ts': ['type:#server/b.ts'], 'server/b.ts': [] },
  'site-and-admin-are-strangers': { 'web/site/a.ts': ['dynamic:../admin/b.ts'], 'web/admin/b.ts': [] },
  'ui-has-no-product-words': { 'web/ui/a.ts': ['#contract/b.ts'], 'contract/b.ts': [] },
  'languages-know-no-screen': { 'web/i18n/a.ts': ['../site/b.ts'], 'web/site/b.ts': [] },
  'calls-know-no-screen': { 'web/api/a.ts': ['../ui/b.ts'], 'web/ui/b.ts': [] },
  'paths-know-no-screen': { 'web/paths/a.ts': ['../site/b.ts'], 'web/site/b.ts': [] },
  'public-pages-load-no-console-parts': { 'web/site/a.ts': ['@mantine/core'] },
  'console-parts-know-no-screen': { 'web/admin/ui/a.ts': ['../posts/b.ts'], 'web/admin/posts/b.ts': [] },
  'only-tests-use-testing': { 'server/posts/a.ts': ['#testing/b.ts'], 'testing/b.ts': [] },
  'only-tests-use-fixtures': { 'web/admin/a.ts': ['./b.fixtures.ts'], 'web/admin/b.fixtures.ts': [] },
  'journeys-see-only-the-contract': { 'e2e/a.ts': ['#server/b.ts'], 'server/b.ts': [] },
  'no-catch-all-files': { 'server/posts/a.ts': ['./utils.ts'], 'server/posts/utils.ts': [] },
};

test('every dependency rule has a violating example', () => {
  expect(Object.keys(breaches)).toEqual(ruleSet.forbidden.map(({ name }) => name));
});

test.for(Object.entries(breaches))('%s reports its violation', async ([name, files]) => {
  const tree = await givenTree(files);
  const { violations, modules } = await checkDependencies(tree, [...new Set(Object.keys(files).map(roomOf))]);
  expect(modules).toBeGreaterThan(0);
  expect(violations.map((violation) => violation.split(':', 1)[0])).toContain(name);
});

test('features may import the index of other features', async () => {
  const tree = await givenTree({ 'server/posts/a.ts': ['../tags/index.ts'], 'server/tags/index.ts': [] });
  expect((await checkDependencies(tree, ['server'])).violations).toEqual([]);
});

function roomOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

async function givenTree(files: Record<string, string[]>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'kawaraban-rule-'));
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  await writeFile(join(tree, 'package.json'), JSON.stringify(manifest));
  await mkdir(join(tree, 'node_modules', '@mantine', 'core'), { recursive: true });
  await writeFile(join(tree, 'node_modules/@mantine/core/package.json'), '{"name":"@mantine/core","main":"index.js"}');
  await writeFile(join(tree, 'node_modules/@mantine/core/index.js'), '');
  await symlink(join(import.meta.dirname, '../node_modules/react'), join(tree, 'node_modules/react'));
  for (const [path, imports] of Object.entries(files)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), [...imports.map(toStatement), 'export const it = 1;'].join('\n'));
  }
  return tree;
}

function toStatement(specifier: string, index: number): string {
  if (specifier.startsWith('type:')) return `import type { it as it${index} } from '${specifier.slice(5)}';`;
  if (specifier.startsWith('dynamic:')) return `export const it${index} = import('${specifier.slice(8)}');`;
  return `import * as it${index} from '${specifier}'; console.log(it${index});`;
}
