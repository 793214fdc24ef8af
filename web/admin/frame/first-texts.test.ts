import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { firstOf } from '../../i18n/first-texts-plugin.ts';

const FIRST = [
  'admin-layout.route.tsx',
  'console-frame.route.tsx',
  'sign-in/sign-in.route.tsx',
  'sign-in/sign-out.route.tsx',
  'top/admin-top.route.tsx',
];

/** Follows static imports only, because dynamic imports load their own texts. */
function firstSources(): string[] {
  const files = new Set(FIRST.map((file) => join(import.meta.dirname, '..', file)));
  for (const file of files) {
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import(?! type)|export) [^;]*?from '(\.[^']+\.tsx?)'/gms);
    for (const [, path = ''] of imports) if (!path.includes('+types')) files.add(join(dirname(file), path));
  }
  return [...files];
}

/** Returns the text sections that a source names: `posts.status.draft` becomes `posts.status`. */
function partsNamedIn(source: string): string[] {
  return [...source.matchAll(/["'`]([a-zA-Z]+)\.([a-zA-Z]+)/g)].map(([, section, part]) => `${section}.${part}`);
}

const en = JSON.parse(readFileSync(join(import.meta.dirname, '../../i18n/console/en.json'), 'utf8'));

function has(texts: object, part: string): boolean {
  const [section = '', name = ''] = part.split('.');
  const content: unknown = (texts as Record<string, unknown>)[section];
  return typeof content === 'object' && content !== null && name in content;
}

test('initial texts cover the fallbacks of all screens', () => {
  const screens = globSync('**/*.route.tsx', { cwd: join(import.meta.dirname, '..') });
  const fallbacks = screens.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    return (
      /export (?:function HydrateFallback\(\) \{\n.*?\n\}|const HydrateFallback = .*?;\n)/s.exec(source)?.[0] ?? []
    );
  });
  const named = fallbacks.flatMap(partsNamedIn).filter((part) => has(en, part));
  const first = firstOf(en);
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((part) => !has(first, part))).toEqual([]);
});

test('initial texts cover the first screens', () => {
  const sources = firstSources();
  const named = sources.flatMap((file) => partsNamedIn(readFileSync(file, 'utf8')).filter((part) => has(en, part)));
  const first = firstOf(en);
  expect(sources.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((part) => !has(first, part))).toEqual([]);
});
