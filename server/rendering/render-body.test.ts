import fc from 'fast-check';
import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { unsafeParts } from '#testing/unsafe-parts.ts';
import { renderHtml, renderJson } from './render-body.ts';
import { toHtml } from './rendered.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const html = async (source: string) => (await renderHtml(source)).html;

test.for([
  '<p>One <u>under</u> <mark>marked</mark> H<sub>2</sub>O x<sup>2</sup> <small>small</small></p>',
  '<p><ruby>瓦版<rp>（</rp><rt>かわらばん</rt><rp>）</rp></ruby></p>',
  '<figure><blockquote cite="https://example.com/">Q</blockquote><figcaption>Who</figcaption></figure>',
  '<details open><summary>More</summary><p>Text</p></details>',
  '<ol start="3" reversed type="a"><li value="7">x</li></ol>',
  '<p>On <time datetime="2026-11-21">a day</time>, <abbr title="In other words">i.o.w.</abbr></p>',
  '<p lang="ja" dir="ltr" title="t">文</p>',
  '<a href="mailto:a@example.com">m</a> <a href="tel:+81312345678">t</a> <a href="/posts/news">here</a>',
  '<p style="text-align: center">x</p>',
  '<ul style="list-style-type: square"><li>x</li></ul>',
  '<p>a<br>b<wbr>c</p>',
])('%s stays unchanged', async (source) => {
  expect(await html(source)).toBe(source);
});

test('table keeps spans, scopes, columns and caption', async () => {
  const table =
    '<table><caption>C</caption><colgroup><col style="width: 20%"><col span="2"></colgroup><thead><tr>' +
    '<th scope="col" colspan="2">h</th></tr></thead><tbody><tr><td rowspan="2" style="vertical-align: top">x</td></tr></tbody></table>';
  expect(await html(table)).toBe(`<div class="table-scroll" role="region" aria-label="C" tabindex="0">${table}</div>`);
});

test('image keeps its size and srcset and loads lazily', async () => {
  expect(
    await html('<img src="/a.png" alt="A" width="300" height="200" srcset="/a.png 1x, https://b.example/c.png 2x">'),
  ).toBe(
    '<img src="/a.png" alt="A" width="300" height="200" srcset="/a.png 1x, https://b.example/c.png 2x" loading="lazy" decoding="async">',
  );
});

test('media gets controls and does not autoplay', async () => {
  expect(await html('<video src="https://v.example/v.mp4" autoplay preload="auto" width="640"></video>')).toBe(
    '<video src="https://v.example/v.mp4" width="640" controls preload="metadata"></video>',
  );
  expect(await html('<audio autoplay><source src="a.mp3" type="audio/mpeg">No audio</audio>')).toBe(
    '<audio controls preload="metadata"><source src="a.mp3" type="audio/mpeg">No audio</audio>',
  );
});

test('link to a new window gets noopener', async () => {
  expect(await html('<a href="https://a.example" target="_blank" rel="nofollow opener evil">x</a>')).toBe(
    '<a href="https://a.example" target="_blank" rel="nofollow noopener">x</a>',
  );
  expect(await html('<a href="https://a.example" target="_top">x</a>')).toBe('<a href="https://a.example">x</a>');
});

test('named anchors, center and uppercase schemes are converted', async () => {
  expect(await html('<a name="top">T</a><a href="#top">up</a>')).toBe(
    '<a id="user-content-top">T</a><a href="#user-content-top">up</a>',
  );
  expect(await html('<center>x</center>')).toBe('<div align="center">x</div>');
  expect(await html('<a href=" HTTPS://A.example/B ">x</a>')).toBe('<a href="https://A.example/B">x</a>');
});

test('iframe becomes a link to its source', async () => {
  expect(await html('<iframe src="//tube.example/embed/1" title="A film"></iframe>')).toBe(
    '<a href="https://tube.example/embed/1">A film</a>',
  );
  expect(await html('<p>a<iframe src="about:blank">inside</iframe>b</p>')).toBe('<p>ab</p>');
});

test('style keeps allowed properties and values only', async () => {
  expect(
    await html(
      '<p style="TEXT-ALIGN: Right !important; position:fixed; width:9999px; color:red; font-weight:700">x</p>',
    ),
  ).toBe('<p style="text-align: right; font-weight: 700">x</p>');
  expect(await html('<p style="position:absolute">x</p>')).toBe('<p>x</p>');
  expect(await html('<img src="a" style="width:50%">')).toContain('style="width: 50%"');
  expect(await html('<img src="a" style="width:500%">')).not.toContain('style');
});

test('harmless ids stay unchanged', async () => {
  for (const id of ['improvements-to-suspense', 'usage', '概要', 'comment-moderation', 'fn-1']) {
    const page = `<h2 id="${id}">A</h2><p aria-describedby="${id}">x</p><a href="#${id}">A</a>`;
    expect(await html(page)).toBe(page);
  }
  expect(await html('<a id="usage-notes"></a><p id="備考">x</p>')).toBe('<a id="usage-notes"></a><p id="備考">x</p>');
});

test.for([
  ...['comments', 'comment-form', 'comment-01jd0000000000000000000000', 'votes', 'votes-x-1', 'site:content'],
  ...['_r_1_', 'mantine-x-body', 'grecaptcha'],
])('heading id %s gets one prefix and references follow', async (id) => {
  const once = await html(`<h2 id="${id}">A</h2><p aria-describedby="${id} b">x</p><a href="#${id}">A</a>`);
  expect(once).toBe(
    `<h2 id="user-content-${id}">A</h2><p aria-describedby="user-content-${id} user-content-b">x</p>` +
      `<a href="#user-content-${id}">A</a>`,
  );
  expect(await html(once)).toBe(once);
});

test('ids readable as window properties get a prefix', async () => {
  expect(await html('<a id="config" href="/x">x</a><p id="">y</p>')).toBe(
    '<a id="user-content-config" href="/x">x</a><p>y</p>',
  );
});

test('generated heading ids do not clash with page ids', async () => {
  expect(await html('<h2>Comments</h2><a href="#comments">x</a>')).toBe(
    '<h2 id="user-content-comments">Comments</h2><a href="#user-content-comments">x</a>',
  );
});

test('links keep classes and empty classes are removed', async () => {
  const link = '<a class="button wide" href="/x" target="_blank" rel="noopener" title="t">x</a>';
  expect(await html(link)).toBe(link);
  expect(await html('<a class="" href="/x">x</a><p class="a">y</p><code class="evil">z</code>')).toBe(
    '<a href="/x">x</a><p>y</p><code>z</code>',
  );
});

test('code is highlighted by its language class', async () => {
  expect(await html('<pre><code class="language-ts evil">const a = 1;</code></pre>')).toContain('hljs-keyword');
});

test('whole document is reduced to its body', async () => {
  expect(
    await html(
      '<!doctype html><html><head><title>T</title><style>p{}</style></head><body class=x><p>Text</p></body></html>',
    ),
  ).toBe('<p>Text</p>');
});

test('text omits tags, excerpt omits headings and tables in blocks', async () => {
  const { text, excerpt } = await renderHtml(
    '<div><h2>Heading</h2><div>First.</div><div>Second.</div><table><tr><td>cell</td></tr></table></div>',
  );
  expect(text).toContain('Heading');
  expect(excerpt).toBe('First. Second.');
});

const tags = ['p', 'a', 'img', 'div', 'svg', 'math', 'style', 'script', 'table', 'td', 'tr', 'select', 'noscript', 'b'];
const moreTags = [
  'iframe',
  'template',
  'form',
  'input',
  'mtext',
  'mglyph',
  'title',
  'foreignObject',
  'li',
  'h2',
  'video',
];
const attributes = [
  'href',
  'src',
  'onclick',
  'onerror',
  'style',
  'id',
  'name',
  'class',
  'srcset',
  'target',
  'rel',
  'width',
];
const values = [
  'javascript:alert(1)',
  'data:text/html,x',
  '/a',
  'x',
  '_blank',
  'position:fixed',
  'text-align:left',
  '"',
  '1',
];

const attribute = fc
  .tuple(
    fc.constantFrom(...attributes),
    fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 8 })),
    fc.constantFrom('"', "'", ''),
  )
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`);
const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...tags, ...moreTags), fc.array(attribute, { maxLength: 3 }))
    .map(([tag, list]) => `<${tag}${list.join('')}>`),
  fc.constantFrom(...tags, ...moreTags).map((tag) => `</${tag}>`),
  fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '&lt;', '&#x3c;', '<', '>', '"', '\u0000', '<!', '<?'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const fragment = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

test('random markup renders to safe HTML', async () => {
  await fc.assert(
    fc.asyncProperty(fragment, async (source) => {
      expect(unsafeParts(await html(source))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('sanitizing safe HTML changes nothing', () => {
  const parser = unified().use(rehypeRaw).freeze();
  const cleaner = unified().use(rehypeRaw).use(sanitizeHtml).freeze();
  const run = (pipeline: typeof parser | typeof cleaner, value: string) =>
    toHtml(pipeline.runSync({ type: 'root', children: [{ type: 'raw', value }] } as Root) as Root);
  fc.assert(
    fc.property(fragment, (source) => {
      const once = run(cleaner, source);
      // Without the form between them, the second list item ends the first one.
      expect(run(cleaner, once)).toBe(run(parser, once));
      expect(unsafeParts(once)).toEqual([]);
    }),
    { numRuns: 500, examples: [['<li><form><li>']] },
  );
});

test('JSON is rendered as escaped, highlighted code', async () => {
  const { html, text, excerpt } = await renderJson('{"a": "</code><script>"}');
  expect(html).toMatch(/^<pre tabindex="0"><code class="hljs language-json">.*hljs-attr.*<\/code><\/pre>$/);
  expect(html).not.toContain('<script');
  expect([text, excerpt]).toEqual(['', '']);
});

test('long JSON is rendered without highlighting', {
  tags: ['extended'],
}, async () => {
  for (const source of [`[${'1,'.repeat(20_000)}1]`, `[${'1,'.repeat(400_000)}1]`]) {
    expect((await renderJson(source)).html).toBe(
      `<pre tabindex="0"><code class="language-json">${source}</code></pre>`,
    );
  }
});
