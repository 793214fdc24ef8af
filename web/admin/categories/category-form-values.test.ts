import { expect, test } from 'vitest';
import { categoryFaults, newCategoryValues, toCategory } from './category-form-values.ts';

test('slug allows lowercase letters and no reserved words', () => {
  expect(categoryFaults.slug(' autumn-2026 ')).toBeUndefined();
  expect(categoryFaults.slug('  ')).toBe('rule.required');
  for (const slug of ['root', 'create', 'slug']) expect(categoryFaults.slug(slug)).toBe('categories.slugReserved');
  for (const slug of ['Autumn', '秋', 'a b', 'a'.repeat(200)]) {
    expect(categoryFaults.slug(slug), slug).toBe('categories.slugRule');
  }
});

test('label is required and all fields have limits', () => {
  expect(categoryFaults.label('秋のお知らせ')).toBeUndefined();
  expect(categoryFaults.label('  ')).toBe('rule.required');
  expect(categoryFaults.label('あ'.repeat(201))).toBe('categories.labelHelp');
  expect(categoryFaults.description('')).toBeUndefined();
  expect(categoryFaults.description('a'.repeat(1001))).toBe('categories.descriptionHelp');
});

test('trims surrounding whitespace', () => {
  const typed = { ...newCategoryValues('events'), slug: ' a ', label: ' A ', description: ' Of it\n' };
  expect(toCategory(typed)).toEqual({ parentCategorySlug: 'events', slug: 'a', label: 'A', description: 'Of it' });
});
