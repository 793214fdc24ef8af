// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { restoreDraft, storeDraft } from './form-draft.ts';

test('restored text is shown, also in a folded part of the form', () => {
  document.body.innerHTML =
    '<input name="nickname"><details><input name="area"></details><details><input name="age"></details>';
  const fields = [...document.querySelectorAll('input')];
  const [, area] = fields;
  if (area) area.value = 'Kyoto';
  storeDraft('comment', fields);
  if (area) area.value = '';
  restoreDraft('comment', fields);
  expect(fields.map(({ value }) => value)).toEqual(['', 'Kyoto', '']);
  expect(Array.from(document.querySelectorAll('details'), ({ open }) => open)).toEqual([true, false]);
});
