import { expect, test } from 'vitest';
import { TagLabel } from './tags.ts';

test.for(['.', '..', ' . ', ''])('rejects the tag label %j', (label) => {
  expect(TagLabel.safeParse(label).success).toBe(false);
});

test.for(['...', 'a.b', '.net'])('accepts the tag label %j', (label) => {
  expect(TagLabel.parse(label)).toBe(label);
});
