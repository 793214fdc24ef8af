import { expect, test } from 'vitest';
import { Compressor } from './compressor.ts';

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
