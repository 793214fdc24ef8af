import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedEncodings, Compressor } from './compression.ts';

const text = Buffer.from('word '.repeat(1000));

test('excess compressions are rejected until the queue is free', async () => {
  const compressor = new Compressor();
  const all = await Promise.all(Array.from({ length: 100 }, () => compressor.compress(text, 'gzip')));
  const served = all.filter((each) => each !== undefined);
  expect(served.length).toBeGreaterThanOrEqual(50);
  expect(served.length).toBeLessThan(100);
  for (const each of served) expect(each.length).toBeLessThan(text.length);
  expect(await compressor.compress(text, 'br')).toBeInstanceOf(Buffer);
});

test('compression without gain is reported', async () => {
  expect(await new Compressor().compress(Buffer.from('a'), 'gzip')).toBe('nothing gained');
});

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['identity', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['X-GZIP', ['gzip', 'identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['br;q=0.5, gzip', ['gzip', 'br', 'identity']],
  ['br;q=0.5, gzip ; q=0.5', ['br', 'gzip', 'identity']],
  ['gzip;q=0.5, identity', ['identity', 'gzip']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0.5, gzip', ['gzip', 'br', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['gzip;q=0', ['identity']],
  ['gzip, identity;q=0', ['gzip']],
  ['gzip, *;q=0', ['gzip']],
  ['*;q=0', ['identity']],
  ['deflate, zstd', ['identity']],
  ['gzip;q=2, br;q=-1', ['identity']],
  ['gzip;q=nonsense', ['identity']],
  ['gzip;q=0.001', ['gzip', 'identity']],
] as const)('Accept-Encoding "%s" gives %s', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});

test('most preferred acceptable encoding comes first', () => {
  const name = fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate');
  const given = fc.uniqueArray(fc.tuple(name, fc.integer({ min: 0, max: 1000 })), { selector: ([each]) => each });
  fc.assert(
    fc.property(given, (preferences) => {
      const header = preferences.map(([each, thousandths]) => `${each};q=${thousandths / 1000}`).join(', ');
      const qualities = new Map<string, number>(preferences);
      const qualityOf = (each: string) => qualities.get(each) ?? qualities.get('*') ?? (each === 'identity' ? 0.1 : 0);
      const accepted = acceptedEncodings(header);
      const liked = ['br', 'gzip', 'identity'].filter((each) => qualityOf(each) > 0);
      expect([...accepted].sort()).toEqual(liked.length > 0 ? liked.sort() : ['identity']);
      for (const [index, each] of accepted.entries()) {
        if (index > 0) expect(qualityOf(accepted[index - 1] as string)).toBeGreaterThanOrEqual(qualityOf(each));
      }
    }),
  );
});

test('arbitrary headers give at least one encoding', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (header) => {
      expect(acceptedEncodings(header).length).toBeGreaterThan(0);
    }),
  );
});
