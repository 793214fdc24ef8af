import { expect, test } from 'vitest';
import { categoryErrors, newCategoryValues, toCategory } from './category-form.tsx';

test('slug allows lowercase letters and no reserved words', () => {
  expect(categoryErrors.slug(' autumn-2026 ')).toBeUndefined();
  expect(categoryErrors.slug('  ')).toBe('rule.required');
  for (const slug of ['root', 'create', 'slug']) expect(categoryErrors.slug(slug)).toBe('categories.slugReserved');
  for (const slug of ['Autumn', '秋', 'a b', 'a'.repeat(200)]) {
    expect(categoryErrors.slug(slug), slug).toBe('categories.slugRule');
  }
});

test('label is required and all fields have limits', () => {
  expect(categoryErrors.label('秋のお知らせ')).toBeUndefined();
  expect(categoryErrors.label('  ')).toBe('rule.required');
  expect(categoryErrors.label('あ'.repeat(201))).toBe('categories.tooLong');
  expect(categoryErrors.description('')).toBeUndefined();
  expect(categoryErrors.description('a'.repeat(1001))).toBe('categories.tooLong');
});

test('trims surrounding whitespace', () => {
  const typed = { ...newCategoryValues('events'), slug: ' a ', label: ' A ', description: ' Of it\n' };
  const texts = { slug: 'a', label: 'A', description: 'Of it' };
  expect(toCategory(typed)).toEqual({ parentCategorySlug: 'events', ...texts, pictureId: '' });
});
