import { expect, test } from 'vitest';
import { mirrorServiceIds } from './tokens.ts';

test('mirrored service ids are cut to the attribute length', () => {
  expect(mirrorServiceIds([])).toBe('');
  expect(mirrorServiceIds(['a', 'b'])).toBe('a,b');
  const many = Array.from({ length: 1000 }, (_, index) => `service-${index}`);
  const mirrored = mirrorServiceIds(many);
  expect(mirrored.length).toBeLessThanOrEqual(2048);
  expect(mirrored.split(',')).toEqual(many.slice(0, mirrored.split(',').length));
  expect(mirrored.split(',').length).toBeGreaterThan(100);
});
