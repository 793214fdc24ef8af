import { expect, test } from 'vitest';
import { contrastOf } from '#contract/accent.ts';
import { cardColors, toSealColor } from './draw-card.ts';

test('adjusts an accent color only to be visible on paper', () => {
  for (let number = 0; number < 0x1000000; number += 7919) {
    const chosen = `#${number.toString(16).padStart(6, '0')}`;
    const color = toSealColor(chosen);
    expect(contrastOf(color, cardColors.paper), chosen).toBeGreaterThanOrEqual(3);
    if (contrastOf(chosen, cardColors.paper) >= 3) expect(color).toBe(chosen);
  }
});

test('uses the default without an accent color', () => {
  for (const none of ['', 'red', '#fff', 'url(x)']) expect(toSealColor(none)).toBe(cardColors.vermilion);
});
