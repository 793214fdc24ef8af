import { expect, test } from 'vitest';
import type { PostHeading } from '#contract/posts.ts';
import { ledeOf, tocOf, toReadingHtml } from './reading-html.server.ts';
import type { TocEntry } from './toc.tsx';

const link = (id: string) => `<a class="heading-link" href="#${id}" aria-labelledby="${id}"></a>`;

test('headings with ids get an adjacent anchor link', () => {
  expect(toReadingHtml('<h2 id="a">A <em>b</em></h2>\n<p>Text</p>\n<h3 id="あ">あ</h3>')).toBe(
    `<div class="heading"><h2 id="a">A <em>b</em></h2>${link('a')}</div>\n<p>Text</p>\n` +
      `<div class="heading"><h3 id="あ">あ</h3>${link('あ')}</div>`,
  );
});

test.for([
  '<h2>No id</h2>',
  '<h2 id="a"> </h2>',
  '<h2 class="sr-only" id="footnote-label">Footnotes</h2>',
  '<a href="/x"><h2 id="a">A</h2></a>',
  '<details><summary><h2 id="a">A</h2></summary><p>x</p></details>',
  '<pre><code>&#x3C;h2 id="a">A&#x3C;/h2></code></pre>',
])('%s stays unchanged', (html) => {
  expect(toReadingHtml(html)).toBe(html);
});

test('headings after or around links get an anchor link', () => {
  expect(toReadingHtml('<p><a href="/x">x</a></p><h2 id="a">A</h2>')).toContain(link('a'));
  expect(toReadingHtml('<h2 id="a"><a href="/x">A</a></h2>')).toContain(`</a></h2>${link('a')}</div>`);
  expect(toReadingHtml('<h2 id="a"><a href="/x">A</a></h2><h2 id="b">B</h2>')).toContain(link('b'));
});

test('inner one of nested headings gets the link', () => {
  expect(toReadingHtml('<h2 id="a">A<div><h3 id="b">B</h3></div></h2>')).toBe(
    `<h2 id="a">A<div><div class="heading"><h3 id="b">B</h3>${link('b')}</div></div></h2>`,
  );
});

test('links that show their own address are marked', () => {
  expect(toReadingHtml('<a href="https://a.example/b?c&#x26;d">a.example/b?c&#x26;d</a>')).toContain(
    'class="bare-address"',
  );
  expect(toReadingHtml('<a href="https://a.example/" rel="noopener">https://a.example</a>')).toContain(
    '"bare-address"',
  );
  expect(toReadingHtml('<a href="https://a.example/">here</a>')).not.toContain('bare-address');
});

test('aria-level closes gaps and keeps siblings equal', () => {
  const levelsOf = (written: number[]) =>
    [
      ...toReadingHtml(written.map((level) => `<h${level}>x</h${level}>`).join('')).matchAll(
        /<h(\d)(?: aria-level="(\d)")?/g,
      ),
    ].map(([, level, said]) => Number(said ?? level));
  expect(levelsOf([2, 3, 4, 2, 3])).toEqual([2, 3, 4, 2, 3]);
  expect(levelsOf([3, 3, 4])).toEqual([2, 2, 3]);
  expect(levelsOf([2, 4, 4, 5, 3])).toEqual([2, 3, 3, 4, 3]);
  expect(levelsOf([1, 3, 1, 2, 6])).toEqual([1, 2, 1, 2, 3]);
});

test('text that only resembles a tag stays unchanged', () => {
  for (const html of [
    '<p><img alt="<h4 x>" src="/a.png"></p>',
    '<p><img alt="<h4 id=" title=" b>x</h4>"></p>',
    '<p title="</a><h4 id=">x</p>',
    '<p>a < b</p><h4>x</h4>',
  ]) {
    expect(toReadingHtml(html)).toBe(html);
  }
});

test('long bodies are processed in linear time', () => {
  const start = performance.now();
  for (const part of ['<h2 id="a">', '<a href="https://x.example/">', '<h2', '<p>x</p>', '<h2 id="a">A</h2>']) {
    toReadingHtml(part.repeat(20_000));
  }
  for (const part of ['x', '<b>b</b>', '<']) toReadingHtml(`<h2 id="a">${part.repeat(300_000)}</h2>`);
  expect(performance.now() - start).toBeLessThan(3000);
});

const headings = (...levels: number[]): PostHeading[] =>
  levels.map((level, index) => ({ id: `id-${index + 1}`, level, text: `Part ${index + 1}` }));

const LONG = 180;

const shapeOf = (entries: readonly TocEntry[]): unknown[] =>
  entries.flatMap(({ id, children }) => (children.length > 0 ? [id, shapeOf(children)] : [id]));

test('entries contain direct subheadings only', () => {
  expect(shapeOf(tocOf(headings(2, 3, 4, 3, 2, 5), LONG))).toEqual(['id-1', ['id-2', 'id-4'], 'id-5']);
  expect(tocOf(headings(2, 2, 2), LONG)[0]).toEqual({ id: 'id-1', text: 'Part 1', children: [] });
});

test('subheadings before the first section become top-level entries', () => {
  expect(shapeOf(tocOf(headings(3, 3, 2, 3), LONG))).toEqual(['id-1', 'id-2', 'id-3', ['id-4']]);
});

test('single h1 is skipped as a title, several are sections', () => {
  expect(shapeOf(tocOf(headings(1, 2, 3, 1, 2), LONG))).toEqual(['id-1', ['id-2'], 'id-4', ['id-5']]);
  expect(shapeOf(tocOf(headings(1, 2, 3, 2, 2), LONG))).toEqual(['id-2', ['id-3'], 'id-4', 'id-5']);
});

test.each([
  ['two headings', headings(2, 2), 600, 0],
  ['three headings in a short text', headings(2, 2, 2), LONG - 1, 0],
  ['three headings in a long text', headings(2, 2, 2), LONG, 3],
  ['five headings in a short text', headings(2, 2, 2, 2, 2), 20, 5],
  ['five headings of which two are deep', headings(2, 2, 2, 4, 4), 20, 0],
])('%s', (_, given, seconds, entries) => {
  expect(tocOf(given, seconds)).toHaveLength(entries);
});

test('footnotes heading is excluded', () => {
  const notes = { id: 'user-content-footnote-label', level: 2, text: 'Footnotes' };
  expect(shapeOf(tocOf([...headings(2, 2, 2), notes], LONG))).toEqual(['id-1', 'id-2', 'id-3']);
});

test('post without headings has no entries', () => {
  expect(tocOf(undefined, undefined)).toEqual([]);
});

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
