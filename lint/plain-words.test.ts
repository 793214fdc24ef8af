import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnplainWords } from './plain-words.ts';

const root = join(import.meta.dirname, '..');

test('names and comments of the repository are plain', () => {
  const files = globSync('{bench,cli,client,contract,e2e,server,testing,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'server/database/migrations/**'],
  });
  expect(files.length).toBeGreaterThan(1500);
  const problems = files.flatMap((file) =>
    findUnplainWords(readFileSync(join(root, file), 'utf8')).map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test.for([
  ['const postWish = 1;', ['postWish: say input, query or requested']],
  ['/** Whether it is so. */\nconst isSo = true;', ['comment opens with Whether: Whether it is so. */']],
  ['/** \n *\n * where it is\n */', ['comment opens with where: where it is']],
  ['/**\n * By default one.\n */', ['comment opens with By: By default one.']],
  ['// Drafts are rendered anew.', ['rephrase: anew']],
  ["test('whoever guesses waits', guess);", ['rephrase: whoever']],
  ["/** Deletes wishes. */\nremove('wish'); // wish", []],
] as const)('%s is checked', ([source, problems]) => {
  expect(findUnplainWords(source)).toEqual(problems);
});
