import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { MediaChoices } from './media.ts';

test('keeps unused files a day, removed ones thirty', async () => {
  const { site } = await loadConfig({}, '/nonexistent');
  expect(site.media).toEqual({ reservedHours: 24, removedDays: 30 });
  expect(MediaChoices.parse({ removedDays: 7 })).toEqual({ reservedHours: 24, removedDays: 7 });
});

test.for([{ reservedHours: 0 }, { reservedHours: 1.5 }, { removedDays: 0 }, { removedDays: 4000 }, { days: 3 }])(
  'rejects %j',
  (choices) => {
    expect(MediaChoices.safeParse(choices).success).toBe(false);
  },
);
