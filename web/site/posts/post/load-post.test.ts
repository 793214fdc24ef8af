import { expect, test } from 'vitest';
import type { PublicPost } from '#contract/posts.ts';
import { coverOf, ledeOf } from './load-post.server.ts';

const description = '江戸の町で読まれた一枚刷りの新聞、瓦版。その作り方と売られ方を、残された絵から読み解きます。';

test('shows the description before the text', () => {
  expect(ledeOf({ description, bodyText: '橋の上に人だかりができている。' })).toBe(description);
  expect(ledeOf({ description })).toBe(description);
});

test('hides the description when the text begins with it', () => {
  const bodyText = `2026年11月21日\n\n${description.replace('、', '、\n')}もっと読む。`;
  expect(ledeOf({ description, bodyText })).toBe('');
});

test('shows the description when it occurs late in text', () => {
  expect(ledeOf({ description, bodyText: `${'あ'.repeat(1000)}${description}` })).toBe(description);
});

test('empty without a description', () => {
  expect(ledeOf({ bodyText: 'Text' })).toBe('');
});

test('cover is the variant of 1200 pixels with its alternative text', () => {
  const thumbnail = {
    fileId: 'a',
    mimeType: 'image/jpeg',
    src: '/a.jpg',
    width: 4000,
    height: 3000,
    alt: { ja: '橋' },
  };
  const variants = [1600, 1200, 800].map((width) => {
    return { size: `${width}x${width}`, width, height: width * 0.75, src: `/${width}.jpg` };
  });
  const cover = (file: PublicPost['thumbnail']) => coverOf({ thumbnail: file } as PublicPost, 'ja');
  expect(cover({ ...thumbnail, variants })).toEqual({ src: '/1200.jpg', width: 1200, height: 900, alt: '橋' });
  expect(cover(thumbnail)).toEqual({ src: '/a.jpg', width: 4000, height: 3000, alt: '橋' });
});
