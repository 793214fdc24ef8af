import { expect, test } from 'vitest';
import { categoryFaults, newCategoryValues, toCategory } from './category-form-values.ts';

test('a slug is small letters, and no word that has another meaning', () => {
  expect(categoryFaults.slug(' autumn-2026 ')).toBeUndefined();
  expect(categoryFaults.slug('  ')).toBe('rule.required');
  for (const slug of ['root', 'create', 'slug']) expect(categoryFaults.slug(slug)).toBe('categories.slugReserved');
  for (const slug of ['Autumn', '秋', 'a b', 'a'.repeat(200)]) {
    expect(categoryFaults.slug(slug), slug).toBe('categories.slugRule');
  }
});

test('a label is wanted, and nothing is longer than it may be', () => {
  expect(categoryFaults.label('秋のお知らせ')).toBeUndefined();
  expect(categoryFaults.label('  ')).toBe('rule.required');
  expect(categoryFaults.label('あ'.repeat(201))).toBe('categories.labelHelp');
  expect(categoryFaults.description('')).toBeUndefined();
  expect(categoryFaults.description('a'.repeat(1001))).toBe('categories.descriptionHelp');
});

test('space around what is typed is not kept', () => {
  const typed = { ...newCategoryValues('events'), slug: ' a ', label: ' A ', description: ' Of it\n' };
  expect(toCategory(typed)).toEqual({ parentCategorySlug: 'events', slug: 'a', label: 'A', description: 'Of it' });
});
