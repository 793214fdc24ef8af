import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Declarations of each rule that selects one class, without conditions. */
function classRules(sheet: string): Map<string, Set<string>> {
  const rules = new Map<string, Set<string>>();
  for (const [, name = '', body = ''] of sheet.matchAll(/^\.([\w-]+) \{([^{}@]*)/gm)) {
    const known = rules.get(name) ?? new Set();
    rules.set(name, known.union(propertiesIn(body)));
  }
  return rules;
}

function propertiesIn(body: string): Set<string> {
  return new Set([...body.matchAll(/^\s*([\w-]+):/gm)].map(([, property = '']) => property));
}

const shared = classRules(read('web/ui/parts.css').replaceAll(/^ {2}/gm, ''));

test.for(['admin', 'site'])('no class overrides a shared class of its element in web/%s', (part) => {
  const own = classRules(globSync(`web/{ui,${part}}/**/*.css`, { cwd: root }).map(read).join('\n'));
  const texts = globSync(`web/{ui,${part}}/**/*.tsx`, { cwd: root }).flatMap((file) => [
    ...read(file).matchAll(/(['"`])([^'"`\n]*\bui-[^'"`\n]*)\1/g),
  ]);
  expect(texts.length).toBeGreaterThan(100);
  const overridden = texts.flatMap(([, , text = '']) => {
    const names = text.split(' ');
    const declared = names.flatMap((name) => [...(own.get(name) ?? [])]);
    const lost = names.filter((name) => declared.some((property) => shared.get(name)?.has(property)));
    return lost.length > 0 ? [`${text}: ${lost.join(', ')}`] : [];
  });
  expect(overridden).toEqual([]);
});

test('only parts.css has rules for shared classes', () => {
  const sheets = globSync('web/**/*.css', { cwd: root }).filter((file) => !file.endsWith('ui/parts.css'));
  expect(sheets.filter((file) => read(file).includes('.ui-'))).toEqual([]);
});
