import { expect, test } from 'vitest';
import { mutantsOf } from './mutants.ts';

function changesOf(source: string): string[] {
  return mutantsOf('a.ts', source).map(({ before, after }) => `${before} → ${after}`);
}

test.for([
  ['const a = b === c;', ['=== → !==']],
  ['const a = b < 3 && c;', ['&& → ||', '< → <=']],
  ['if (a) b();', ['a → !(a)', 'b(); → ']],
  ['const a = !b ? true : c;', ['!b → !(!b)', '! → ', 'true → false']],
  ['await save();', ['await save(); → ']],
  ['type A = { readonly a: 1 };', []],
  ['while (a) b = c;', []],
] as const)('mutates %s', ([source, expected]) => {
  expect(changesOf(source)).toEqual(expected);
});

test('mutant contains the whole source with one change', () => {
  const [mutant] = mutantsOf('a.ts', 'const a = true;\nconst b = c;\n');
  expect(mutant).toMatchObject({ file: 'a.ts', line: 1, source: 'const a = false;\nconst b = c;\n' });
});
