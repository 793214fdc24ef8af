import { expect, test } from 'vitest';
import { append, type Direction, moveBy, moveOnto, placeAfter, predecessorOf, without } from './use-group-posts.ts';

const ids = ['a', 'b', 'c', 'd'];

test.for([
  ['b', 'd', 'acdb'],
  ['d', 'b', 'adbc'],
  ['c', 'a', 'cabd'],
  ['a', 'a', 'abcd'],
] as const)('%s dropped onto %s gives %s', ([postId, overId, order]) => {
  expect(moveOnto(ids, postId, overId)(ids).join('')).toBe(order);
});

test.for<[Direction, string]>([
  ['up', 'bacd'],
  ['down', 'acbd'],
  ['toTop', 'bacd'],
  ['toEnd', 'acdb'],
])('second post moves %s to %s', ([direction, order]) => {
  expect(moveBy(ids, 'b', direction)?.(ids).join('')).toBe(order);
});

test('first cannot move up, last cannot move down', () => {
  expect(moveBy(ids, 'a', 'up')).toBeUndefined();
  expect(moveBy(ids, 'a', 'toTop')).toBeUndefined();
  expect(moveBy(ids, 'd', 'down')).toBeUndefined();
  expect(moveBy(ids, 'd', 'toEnd')).toBeUndefined();
});

test('undo places the post after its former predecessor', () => {
  const undo = placeAfter('c', predecessorOf(ids, 'c'));
  expect(undo(moveOnto(ids, 'c', 'a')(ids))).toEqual(ids);
  expect(undo(without('c')(ids))).toEqual(ids);
  expect(placeAfter('a', predecessorOf(ids, 'a'))(['b', 'c', 'd'])).toEqual(ids);
});

test('steps apply to orders changed by other users', () => {
  expect(placeAfter('c', 'b')(['x', 'c', 'b', 'a'])).toEqual(['x', 'b', 'c', 'a']);
  expect(placeAfter('c', 'b')(['x', 'c', 'a'])).toEqual(['x', 'a', 'c']);
  expect(append('x')(['x', 'c'])).toEqual(['x', 'c']);
});
