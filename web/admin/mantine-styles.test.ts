import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules/@mantine');

function usedFiles(): Set<string> {
  const files = globSync('web/admin/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const names = files.flatMap((file) => namesIn(readFileSync(join(root, file), 'utf8')));
  const others = ['modals', 'notifications', 'dropzone'].map((name) => join(modules, name, 'esm/index.mjs'));
  return transitiveImportsOf([...new Set(names)].flatMap(fileOf).concat(others));
}

function namesIn(source: string): string[] {
  const imports = source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g);
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

const barrel = readFileSync(join(modules, 'core/esm/index.mjs'), 'utf8');

function fileOf(name: string): string[] {
  const path = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(barrel)?.[1];
  return path?.startsWith('.') ? [join(modules, 'core/esm', path)] : [];
}

function transitiveImportsOf(start: readonly string[]): Set<string> {
  const reached = new Set(start);
  for (const file of reached) for (const next of importedBy(file)) reached.add(next);
  return reached;
}

function importedBy(file: string): string[] {
  const imports = [...readFileSync(file, 'utf8').matchAll(/import (?:\{([^}]*)\}|\S+) from "([^"]+)"/g)];
  return imports.flatMap(([, names = '', path = '']) => {
    if (path.startsWith('.')) return [join(dirname(file), path)];
    return path === '@mantine/core' ? names.split(',').flatMap((name) => fileOf(name.trim())) : [];
  });
}

const BASE = ['baseline', 'default-css-variables', 'global'];

test('style sheet imports exactly the used Mantine components', () => {
  const needed = [...usedFiles()].flatMap((file) => /core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []);
  const sheet = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  const imported = [...sheet.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name);
  expect(imported.toSorted()).toEqual([...new Set([...BASE, ...needed])].toSorted());
});
