import { expect, test } from 'vitest';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import { dateSlugs, firstFree, randomSlugs, slugOfTitle } from './slug-proposals.ts';

test('a title in ASCII becomes a slug of its words', () => {
  expect(slugOfTitle('What’s new in “Kawaraban” 2.0?')).toBe('whats-new-in-kawaraban-2-0');
});

test('accents are left off', () => {
  expect(slugOfTitle('Café Señor')).toBe('cafe-senor');
});

test('a title with other letters proposes nothing', () => {
  for (const title of ['瓦版について', 'Kawaraban の歩き方', 'Привет', '２０２６', '', '!?']) {
    expect(slugOfTitle(title)).toBeUndefined();
  }
});

test('a title that is a reserved word proposes nothing', () => {
  expect(slugOfTitle('Groups')).toBeUndefined();
});

test('a long title is cut between words', () => {
  const slug = slugOfTitle('word '.repeat(40));
  expect(slug).toMatch(/^(word-)+word$/);
  expect(slug?.length).toBeLessThanOrEqual(60);
});

test('a single word that is too long proposes nothing', () => {
  expect(slugOfTitle('a'.repeat(300))).toBeUndefined();
});

test('a day proposes itself and then letters', () => {
  const slugs = dateSlugs(new Date(2026, 0, 9));
  expect(slugs.slice(0, 3)).toEqual(['260109', '260109a', '260109b']);
  expect(slugs.at(-1)).toBe('260109z');
});

test('random slugs are of eleven characters and allowed', () => {
  const slugs = randomSlugs();
  expect(new Set(slugs).size).toBe(10);
  for (const slug of slugs) {
    expect(slug).toHaveLength(11);
    expect(isAllowedPostSlug(slug)).toBe(true);
  }
});

test('the first slug that is free is taken, and none if none is', async () => {
  const asked: string[] = [];
  const isFree = async (slug: string) => {
    asked.push(slug);
    return slug === 'b';
  };
  expect(await firstFree(['a', 'b', 'c'], isFree)).toBe('b');
  expect(asked).toEqual(['a', 'b']);
  expect(await firstFree(['a'], isFree)).toBeUndefined();
});
