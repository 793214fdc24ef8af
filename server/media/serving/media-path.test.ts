import { expect, test } from 'vitest';
import { readMediaKey, readMediaPath } from './media-path.ts';

const fileId = '01m8000000000000000000000a';

test.for([
  ['assets/img/noimage.jpg', { kind: 'noimage' }],
  [`news/images/${fileId}/raw.png`, { kind: 'image', serviceId: 'news', fileId, size: 'raw', extension: 'png' }],
  [
    `news/images/${fileId}/400x300xc.webp`,
    { kind: 'image', serviceId: 'news', fileId, size: '400x300xc', extension: 'webp' },
  ],
  [`news/docs/${fileId}.pdf`, { kind: 'doc', serviceId: 'news', fileId, extension: 'pdf' }],
  ['posts/news/a-post.json', { kind: 'post', key: 'posts/news/a-post.json' }],
] as const)('reads %s', ([path, expected]) => {
  expect(readMediaPath(path)).toEqual(expected);
});

test.for([
  '',
  'assets/img/other.jpg',
  `news/images/${fileId}`,
  `news/images/${fileId}/raw.png/more`,
  `news/images/${fileId}/raw.png/more/still`,
  `news/images/${fileId}/large.png`,
  `news/images/${fileId}/raw`,
  'news/images/a/raw.png',
  `News/images/${fileId}/raw.png`,
  `news/docs/${fileId}.pdf/more`,
  `news/docs/${fileId}`,
  `news/other/${fileId}/raw.png`,
  'posts/news/a-post.json/more',
  'posts/news/a-post.html',
  'posts/News/a-post.json',
  'posts/news/A post.json',
])('rejects %s', (path) => {
  expect(readMediaPath(path)).toBeUndefined();
});

test('key without a version is version 1', () => {
  expect(readMediaKey(`news/docs/${fileId}.pdf`)).toMatchObject({ kind: 'doc', version: 1 });
});

test('posts have no versions', () => {
  expect(readMediaKey('posts/news/a-post.json')).toMatchObject({ kind: 'post', version: 1 });
  expect(readMediaKey('posts/news/a-post.v2.json')).not.toMatchObject({ version: 2 });
});
