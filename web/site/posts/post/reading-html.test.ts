import { expect, test } from 'vitest';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { toReadingHtml } from './reading-html.server.ts';

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
    ].map(([, level, ariaLevel]) => Number(ariaLevel ?? level));
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

test.each([
  ['', '<h2 id="a">', ''],
  ['', '<a href="https://x.example/">', ''],
  ['', '<h2', ''],
  ['', '<p>x</p>', ''],
  ['', '<h2 id="a">A</h2>', ''],
  ['<h2 id="a">', 'x', '</h2>'],
  ['<h2 id="a">', '<b>b</b>', '</h2>'],
  ['<h2 id="a">', '<', '</h2>'],
])('a body of %s%s… takes linear time', (before, part, after) => {
  const read = (count: number) => toReadingHtml(`${before}${part.repeat(count)}${after}`);
  expect(cpuGrowth(read, 3000)).toBeLessThan(MAX_LINEAR_GROWTH);
});

test('last letters of a Japanese paragraph stay together', () => {
  expect(toReadingHtml('<p>紙に摺られました。</p><ul><li>一枚の<em>瓦版</em>なのです。</li></ul>')).toBe(
    '<p>紙に摺ら<span class="line-end">れました。</span></p>' +
      '<ul><li>一枚の<em>瓦版</em>な<span class="line-end">のです。</span></li></ul>',
  );
});

test.for([
  '<p>A paragraph.</p>',
  '<p>です。</p>',
  '<div>紙に摺られました。</div>',
  '<p title="紙に摺られました。</p>">A</p>',
])('%s gets no unbreakable end', (html) => {
  expect(toReadingHtml(html)).toBe(html);
});
