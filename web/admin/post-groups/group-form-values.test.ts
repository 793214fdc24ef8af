import { expect, test } from 'vitest';
import { groupErrors, MAX_LABEL } from './group-form-values.ts';

test('group requires a label and a slug', () => {
  expect(groupErrors({ slug: ' ', label: ' ' })).toEqual({ slug: 'rule.required', label: 'rule.required' });
  expect(groupErrors({ slug: 'picks', label: ' Picks ' })).toEqual({});
});

test.for([
  ['Picks', 'groups.rule.slug'],
  ['a_b', 'groups.rule.slug'],
  ['create', 'groups.rule.slugWord'],
  ['0'.repeat(26), 'groups.rule.slugWord'],
] as const)('rejects the slug %j', ([slug, fieldError]) => {
  expect(groupErrors({ slug, label: 'x' })).toEqual({ slug: fieldError });
});

test('label has a maximum length', () => {
  expect(groupErrors({ slug: 'x', label: 'あ'.repeat(MAX_LABEL) })).toEqual({});
  expect(groupErrors({ slug: 'x', label: 'あ'.repeat(MAX_LABEL + 1) })).toEqual({ label: 'groups.rule.label' });
});
