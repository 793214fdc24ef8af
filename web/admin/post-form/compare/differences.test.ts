import { expect, test } from 'vitest';
import { emptyValues, type PostFormValues } from '../post-form-values.ts';
import { chosenFields, differencesOf, firstChoices, hasSameContent, mergedOf } from './differences.ts';

const base: PostFormValues = {
  ...emptyValues('news', 'markdown'),
  ...{
    slug: 'one',
    title: 'One',
    body: 'Text.',
    tags: ['a'],
    links: [{ id: 1, url: 'https://a.example/', label: '' }],
  },
  revision: 3,
};

test('ignores outer whitespace, an unfinished tag and the revision', () => {
  const typed = { ...base, title: ' One ', body: 'Text.\n\n', tags: [], typedTag: 'a', revision: 4 };
  expect(hasSameContent(base, typed)).toBe(true);
  expect(hasSameContent({ ...base, groups: ['x', 'y'] }, { ...base, groups: ['y', 'x'] })).toBe(true);
});

test('lists differing fields in the order of the form', () => {
  expect(differencesOf(base, { ...base, tags: ['a', 'b'], title: 'Two', isHiddenInList: true })).toEqual([
    'title',
    'isHiddenInList',
    'tags',
  ]);
});

test('preselects the side that changed since the base', () => {
  const mine = { ...base, title: 'Mine', tags: ['a', 'm'] };
  const theirs = { ...base, title: 'Theirs', slug: 'theirs', revision: 4 };
  const choices = firstChoices(mine, base);
  expect(choices).toMatchObject({ title: 'mine', tags: 'mine', slug: 'theirs' });
  expect(mergedOf({ mine, theirs }, choices, 'Merged.')).toEqual({
    ...mine,
    slug: 'theirs',
    body: 'Merged.',
    revision: 4,
  });
});

test('preselects mine when the base is unknown', () => {
  const mine = { ...base, title: 'Mine' };
  expect(firstChoices(mine, undefined)).toMatchObject({ title: 'mine', slug: 'mine' });
});

test('keeps tags, files and links of both without duplicates', () => {
  const file = (fileId: string) => ({ fileId, mimeType: 'image/png', caption: '' });
  const mine = { ...base, tags: ['a', 'm'], images: [file('x')], links: [{ url: 'https://m.example/', label: '' }] };
  const theirs = { ...base, tags: ['a', 't'], images: [file('y'), file('x')] };
  const merged = mergedOf({ mine, theirs }, { tags: 'both', images: 'both', links: 'both' }, 'Text.');
  expect(merged.tags).toEqual(['a', 'm', 't']);
  expect(merged.images.map(({ fileId }) => fileId)).toEqual(['x', 'y']);
  expect(merged.links).toEqual([
    { url: 'https://m.example/', label: '' },
    { url: 'https://a.example/', label: '' },
  ]);
});

test('takes bodies of different formats whole, with their mode', () => {
  const mine = { ...base, body: '**Mine**', title: 'Mine' };
  const theirs = { ...base, body: '<p>Theirs</p>', editorMode: 'rawHtml' as const };
  expect(chosenFields({ mine, theirs })).toEqual(['title', 'body']);
  // The mode only follows the format; the user has not changed it.
  const choices = firstChoices(mine, base);
  expect(choices).toMatchObject({ body: 'mine', editorMode: 'theirs' });
  expect(mergedOf({ mine, theirs }, choices, '')).toMatchObject({ body: mine.body, editorMode: 'markdown' });
  expect(mergedOf({ mine, theirs }, { ...choices, body: 'theirs' }, '')).toMatchObject({
    title: 'Mine',
    body: theirs.body,
    editorMode: 'rawHtml',
  });
});

test('offers the mode separately when the format or text matches', () => {
  const html = { ...base, body: '<p>Mine</p>', editorMode: 'rawHtml' as const };
  const rich = { ...base, body: '<p>Theirs</p>', editorMode: 'richText' as const };
  expect(chosenFields({ mine: html, theirs: rich })).toEqual(['editorMode']);
  expect(mergedOf({ mine: html, theirs: rich }, { editorMode: 'theirs' }, '<p>Both</p>')).toMatchObject({
    body: '<p>Both</p>',
    editorMode: 'richText',
  });
  const asText = { ...base, editorMode: 'text' as const };
  expect(chosenFields({ mine: base, theirs: asText })).toEqual(['editorMode']);
  expect(mergedOf({ mine: base, theirs: asText }, { editorMode: 'theirs' }, 'Text.').editorMode).toBe('text');
});
