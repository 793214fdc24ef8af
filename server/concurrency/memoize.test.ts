import { expect, test } from 'vitest';
import { memoizeLru } from './memoize.ts';

test('recent results are reused and old ones dropped', () => {
  const requests: string[] = [];
  const lengthOf = memoizeLru(10, (text) => {
    requests.push(text);
    return text.length;
  });
  for (let round = 0; round < 3; round += 1) expect(lengthOf('often')).toBe(5);
  expect(requests).toEqual(['often']);
  for (let index = 0; index < 1000; index += 1) {
    expect(lengthOf(`invented-${index}`)).toBe(`invented-${index}`.length);
    if (index % 5 === 0) lengthOf('often');
  }
  expect(requests.filter((text) => text === 'often')).toHaveLength(1);
  lengthOf('invented-0');
  expect(requests.filter((text) => text === 'invented-0')).toHaveLength(2);
});

test('long texts are not cached', () => {
  let requests = 0;
  const count = memoizeLru(10, () => {
    requests += 1;
    return requests;
  });
  for (let round = 0; round < 3; round += 1) count('a'.repeat(501));
  expect(requests).toBe(3);
});

test('undefined results are cached', () => {
  let requests = 0;
  const say = memoizeLru(10, (): string | undefined => {
    requests += 1;
    return undefined;
  });
  for (let round = 0; round < 3; round += 1) expect(say('nobody')).toBeUndefined();
  for (let index = 0; index < 9; index += 1) say(`other-${index}`);
  say('the last before they are moved');
  say('nobody');
  expect(requests).toBe(11);
});
