import { expect, test } from 'vitest';
import { isNewContentId } from './content-create-form.tsx';

test.for([
  ['abc', false],
  ['abcd', true],
  ['opinions_2026-11', true],
  ['x'.repeat(32), true],
  ['x'.repeat(33), false],
  ['Opinions', false],
  ['two words', false],
  ['意見を聞く', false],
  ['', false],
] as const)('%j is valid as a new ID: %j', ([id, isGood]) => {
  expect(isNewContentId(id)).toBe(isGood);
});
