import { expect, test } from 'vitest';
import { outlineOf, plainTextOf } from './outline.ts';

test('finds Markdown headings outside code', () => {
  const body = '# One\n\n```md\n# not a heading\n```\n\n## Two *words* {#two}\n\ntext # no\n~~~\n## open fence';
  expect(outlineOf(body, 'markdown')).toEqual([
    { level: 1, text: 'One', offset: 0 },
    { level: 2, text: 'Two  words', offset: body.indexOf('## Two') },
  ]);
});

test('finds HTML headings with their text', () => {
  const body = '<p>Lead</p><h2 id="a">江戸 <em>&amp; 瓦版</em></h2><h3>次</h3>';
  expect(outlineOf(body, 'html').map(({ level, text }) => [level, text])).toEqual([
    [2, '江戸  & 瓦版'],
    [3, '次'],
  ]);
});

test('plain text and JSON have no headings', () => {
  expect(outlineOf('# One', 'text')).toEqual([]);
  expect(outlineOf('{"a": "# One"}', 'json')).toEqual([]);
});

test('counts the text of links, not their URLs', () => {
  expect(plainTextOf('See [the map](https://example.com/map).', 'markdown')).toBe('See  the map .');
});
