import { expect, test } from 'vitest';
import { textsOf, toFileUpdate } from './file-texts-form.tsx';

const read = textsOf({ name: 'crane.png', alt: { en: 'A crane' }, caption: { ja: '鶴' }, revision: 3 });

test('saves changed texts only', () => {
  expect(toFileUpdate({ ...read, altJa: '一羽の鶴' }, read)).toEqual({ alt: { ja: '一羽の鶴' }, revision: 3 });
  expect(toFileUpdate({ ...read, name: '鶴.png', captionEn: 'Cranes' }, read)).toEqual({
    ...{ name: '鶴.png', caption: { en: 'Cranes' }, revision: 3 },
  });
});

test('sends removed texts empty and nothing without changes', () => {
  expect(toFileUpdate({ ...read, altEn: '', captionJa: '' }, read)).toEqual({
    ...{ alt: { en: '' }, caption: { ja: '' }, revision: 3 },
  });
  expect(toFileUpdate({ ...read }, read)).toBeUndefined();
});
