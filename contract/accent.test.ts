import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BACKGROUNDS, contrastOf, toAccent, toOklch } from './accent.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const GROUND_TOKENS = ['paper', 'shade', 'surface'];

async function grounds(): Promise<{ light: string; dark: string }[]> {
  const tokens = await readFile(join(import.meta.dirname, '../web/ui/tokens.css'), 'utf8');
  return GROUND_TOKENS.map((name) => {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? [];
    return { light, dark };
  });
}

test('accents meet AA contrast on every background in both themes', async () => {
  const all = await grounds();
  expect(all.map(({ light }) => light)).toContain(BACKGROUNDS.light);
  expect(all.map(({ dark }) => dark)).toContain(BACKGROUNDS.dark);
  fc.assert(
    fc.property(anyColor, (color) => {
      const accent = toAccent(color);
      for (const ground of all) {
        expect(contrastOf(accent?.light ?? '', ground.light)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(accent?.dark ?? '', ground.dark)).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 3000 },
  );
});

test('accents keep their hue', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const accent = toAccent(color);
      const before = toOklch(color);
      for (const shown of [accent?.light ?? '', accent?.dark ?? '']) {
        const after = toOklch(shown);
        if (before.chroma < 0.05 || after.chroma < 0.05) continue;
        expect(Math.cos(after.hue - before.hue)).toBeGreaterThan(Math.cos((6 / 180) * Math.PI));
      }
    }),
    { numRuns: 3000 },
  );
});

test('readable colors stay unchanged', () => {
  expect(toAccent('#165E83')?.light).toBe('#165e83');
  expect(toAccent('#7fc0e0')?.dark).toBe('#7fc0e0');
});

test('unreadable colors change only as much as needed', () => {
  expect(contrastOf(toAccent('#ffcc00')?.light ?? '', BACKGROUNDS.light)).toBeLessThan(4.7);
  expect(contrastOf(toAccent('#000080')?.dark ?? '', BACKGROUNDS.dark)).toBeLessThan(4.7);
});

test.each(['', 'red', '#abc', '#12345g', '#123456;color:red', '#123456\n', '</style>', 'var(--ink)'])(
  '%j is rejected as a color',
  (text) => {
    expect(toAccent(text)).toBeUndefined();
  },
);
