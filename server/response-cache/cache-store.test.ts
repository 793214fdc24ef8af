import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CacheStore } from './cache-store.ts';

const KB = 1024;
const answer = (weight = 0) => ({ weight });

test('entries are found and replaced', () => {
  const store = new CacheStore(100 * KB);
  expect(store.find('a')).toBeUndefined();
  store.set('a', answer(1));
  expect(store.find('a')).toEqual(answer(1));
  store.set('a', answer(2));
  expect(store.find('a')).toEqual(answer(2));
});

test('total size never exceeds the limit', () => {
  const entry = fc.record({
    key: fc.string({ maxLength: 40 }),
    weight: fc.nat(60 * KB),
    isRequestedAgain: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const store = new CacheStore(100 * KB);
      for (const { key, weight, isRequestedAgain } of entries) {
        store.set(key, answer(weight));
        if (isRequestedAgain) store.find(key);
        expect(store.weight).toBeLessThanOrEqual(100 * KB);
        expect(store.weight).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('growing entries stay within the limit', () => {
  const entry = fc.record({
    key: fc.nat(20),
    weight: fc.nat(20 * KB),
    grownTo: fc.nat(60 * KB),
    isRequested: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 100 }), (entries) => {
      const store = new CacheStore(100 * KB);
      const stored = new Map<string, { weight: number }>();
      for (const { key, weight, grownTo, isRequested } of entries) {
        const known = stored.get(`${key}`);
        if (known && store.find(`${key}`) === known) {
          known.weight = Math.max(known.weight, grownTo);
          store.updateWeight(`${key}`);
        } else {
          const created = answer(weight);
          stored.set(`${key}`, created);
          store.set(`${key}`, created);
          if (isRequested) store.find(`${key}`);
        }
        expect(store.weight).toBeLessThanOrEqual(100 * KB);
        expect(store.weight).toBeGreaterThanOrEqual(0);
      }
      for (const key of stored.keys()) store.set(key, answer(1000 * KB));
      for (const key of stored.keys()) expect(store.find(key)).toBeUndefined();
      expect(store.weight).toBe(0);
    }),
  );
});

test('repeatedly requested entries survive many one-off requests', () => {
  const store = new CacheStore(100 * KB);
  for (const key of ['home', 'list']) {
    store.set(key, answer());
    store.find(key);
  }
  for (let index = 0; index < 10_000; index += 1) store.set(`invented-${index}`, answer());
  expect(store.find('home')).toBeDefined();
  expect(store.find('list')).toBeDefined();
  expect(store.find('invented-0')).toBeUndefined();
  expect(store.find('invented-9999')).toBeDefined();
});

test('replaced entries stay in the protected segment', () => {
  const store = new CacheStore(100 * KB);
  store.set('home', answer());
  store.find('home');
  store.set('home', answer(1));
  for (let index = 0; index < 1000; index += 1) store.set(`invented-${index}`, answer());
  expect(store.find('home')).toEqual(answer(1));
});

test('least recently used entries are evicted first', () => {
  const store = new CacheStore(100 * KB);
  for (let index = 0; index < 200; index += 1) {
    store.set(`page-${index}`, answer());
    store.find(`page-${index}`);
    store.find('page-0');
  }
  expect(store.find('page-0')).toBeDefined();
  expect(store.find('page-1')).toBeUndefined();
  expect(store.find('page-199')).toBeDefined();
});
