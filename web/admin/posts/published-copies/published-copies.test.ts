import { expect, test } from 'vitest';
import { durationText } from './published-copies.tsx';

test.for([
  [0, '0 seconds', '0秒'],
  [1, '1 second', '1秒'],
  [119, '119 seconds', '119秒'],
  [120, '2 minutes', '2分'],
  [7199, '120 minutes', '120分'],
  [7200, '2 hours', '2時間'],
  [200_000, '2 days', '2日'],
] as const)('%i seconds are written as %s and %s', ([seconds, en, ja]) => {
  expect([durationText(seconds, 'en-US'), durationText(seconds, 'ja-JP')]).toEqual([en, ja]);
});
