import { expect, test } from 'vitest';
import { toFileUpdate, wordsOf } from './file-words.ts';

const read = wordsOf({ name: 'crane.png', alt: { en: 'A crane' }, caption: { ja: '鶴' } });

test('only what differs from what was read is saved, so that the words of others stay', () => {
  expect(toFileUpdate({ ...read, altJa: '一羽の鶴' }, read)).toEqual({ alt: { ja: '一羽の鶴' } });
  expect(toFileUpdate({ ...read, name: '鶴.png', captionEn: 'Cranes' }, read)).toEqual({
    ...{ name: '鶴.png', caption: { en: 'Cranes' } },
  });
});

test('a text that was taken away is sent empty, and the same words are nothing to save', () => {
  expect(toFileUpdate({ ...read, altEn: '', captionJa: '' }, read)).toEqual({ alt: { en: '' }, caption: { ja: '' } });
  expect(toFileUpdate({ ...read }, read)).toBeUndefined();
});
