import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

const breaches: Record<string, { path: string; source: string }> = {
  'SQL lives in': {
    path: 'server/posts/list-posts.ts',
    source: "export const rows = (db: { selectFrom(table: string): unknown }) => db.selectFrom('posts');\n",
  },
  'Ask the Clock': { path: 'server/posts/due.ts', source: 'export const now = new Date();\n' },
  'Write the properties': {
    path: 'web/site/packed.ts',
    source: 'export const packed = (a: number, b: number) => ({ ...{ a, b }, sum: a + b });\n',
  },
  noProcessEnv: { path: 'server/posts/port.ts', source: 'export const port = process.env.PORT;\n' },
  noDefaultExport: { path: 'server/posts/door.ts', source: 'export default 1;\n' },
  useFilenamingConvention: { path: 'server/posts/PostList.ts', source: 'export const list = 1;\n' },
  noJsxLiterals: { path: 'web/site/greeting.tsx', source: 'export const Greeting = () => <p>Hello</p>;\n' },
  useImportExtensions: { path: 'server/posts/near.ts', source: "export { rows } from './list-posts';\n" },
  noFloatingPromises: {
    path: 'server/posts/forgotten.ts',
    source: 'async function save(): Promise<void> {}\nexport function forget(): void {\n  save();\n}\n',
  },
  noExcessiveLinesPerFile: {
    path: 'server/posts/long.ts',
    source: Array.from({ length: 301 }, (_, line) => `export const line${line} = ${line};\n`).join(''),
  },
  noExplicitAny: { path: 'server/posts/anything.ts', source: 'export const anything = (value: any) => value;\n' },
  format: { path: 'server/posts/crooked.ts', source: 'export   const crooked = 1\n' },
};

test.for(Object.entries(breaches))('%s reports its violation', async ([rule, { path, source }]) => {
  const tree = await givenTree({
    ...(rule === 'useImportExtensions' && { 'server/posts/list-posts.ts': 'export const rows = 1;\n' }),
  });
  await writeInto(tree, path, source);
  expect(await outputOf(tree)).toContain(rule);
});

test('conforming file passes all rules', async () => {
  const tree = await givenTree({ 'server/posts/kept.ts': 'export const kept = 1;\n' });
  expect(await outputOf(tree)).toContain('No fixes applied');
});

async function givenTree(files: Record<string, string>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'kawaraban-lint-'));
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  for (const file of ['biome.json', 'package.json', '.gitignore']) await cp(join(root, file), join(tree, file));
  await cp(join(root, 'lint'), join(tree, 'lint'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, source] of Object.entries(files)) await writeInto(tree, path, source);
  return tree;
}

async function writeInto(tree: string, path: string, source: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), source);
}

async function outputOf(tree: string): Promise<string> {
  const biome = join(root, 'node_modules/.bin/biome');
  try {
    const { stdout, stderr } = await run(biome, ['check', '.'], { cwd: tree });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}
