import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blockOf,
  changePlaces,
  difference,
  hasPost,
  intersection,
  mergePlaces,
  numbersOf,
  type PostSet,
  placeOf,
  sizeOf,
  toPostSet,
  union,
} from './post-set.ts';

const numbers = () =>
  fc.oneof(
    fc.uniqueArray(fc.nat({ max: 20_000 }), { maxLength: 30 }),
    fc.uniqueArray(fc.nat({ max: 5000 }), { minLength: 700, maxLength: 1200 }),
  );

function setOf(numbers: readonly number[]): PostSet {
  const blocks = Map.groupBy(numbers, blockOf);
  const rows = [...blocks].map(([block, some]) => {
    return { block, posts: changePlaces('', { added: some.map(placeOf), removed: [] }) };
  });
  return toPostSet(rows);
}

const sorted = (set: Iterable<number>) => [...set].sort((one, other) => one - other);

test('set contains its posts and is stored compactly', () => {
  fc.assert(
    fc.property(numbers(), fc.nat({ max: 20_000 }), (some, other) => {
      const set = setOf(some);
      expect(sorted(numbersOf(set))).toEqual(sorted(some));
      expect(sizeOf(set)).toBe(some.length);
      expect(hasPost(set, other)).toBe(some.includes(other));
    }),
  );
  const every = changePlaces('', { added: Array.from({ length: 4096 }, (_, place) => place), removed: [] });
  expect(every).toHaveLength(685);
  expect(changePlaces('', { added: [1, 4095], removed: [] })).toBe('AB//');
});

test('union, intersection and difference match those of Set', () => {
  fc.assert(
    fc.property(numbers(), numbers(), (some, others) => {
      const [one, other] = [new Set(some), new Set(others)];
      const [oneSet, otherSet] = [setOf(some), setOf(others)];
      expect(sorted(numbersOf(union([oneSet, otherSet])))).toEqual(sorted(one.union(other)));
      expect(sorted(numbersOf(intersection([oneSet, otherSet])))).toEqual(sorted(one.intersection(other)));
      expect(sorted(numbersOf(difference(oneSet, otherSet)))).toEqual(sorted(one.difference(other)));
    }),
  );
});

test('stored blocks add and remove posts and become empty', () => {
  const place = () => fc.nat({ max: 4095 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(place()), fc.array(place()))), (changes) => {
      const held = new Set<number>();
      let stored = '';
      for (const [added, removed] of changes) {
        for (const one of removed) held.delete(one);
        for (const one of added) held.add(one);
        stored = changePlaces(stored, { added, removed });
      }
      expect(sorted(numbersOf(toPostSet([{ block: 0, posts: stored }])))).toEqual(sorted(held));
      expect(changePlaces(stored, { added: [], removed: [...held] })).toBe('');
      expect(mergePlaces(stored, '')).toBe(stored);
    }),
  );
});
