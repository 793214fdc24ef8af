import { expect, test } from 'vitest';
import type { BodyFormat } from '#contract/posts.ts';
import { convertBody } from './convert-body.ts';
import { renderBody } from './render-body.ts';

const convert = (body: string, from: BodyFormat, to: BodyFormat) => convertBody({ body, from, to });

async function readsTheSame(before: { body: string; format: BodyFormat }, after: { body: string; format: BodyFormat }) {
  const html = async ({ body, format }: typeof before) =>
    (await renderBody({ body, bodyFormat: format })).html.replace(/\s+/g, '');
  return (await html(before)) === (await html(after));
}

test.for([
  '## Print {#print}\n\nA **bold** *word*, `code` and ~~more~~.',
  '- one\n- two\n  - deeper\n\n1. a\n2. b',
  '- [ ] open\n- [x] done',
  '> quoted\n\n---\n\n```js\nconst a = "`";\n```',
  '| a | b |\n| :- | -: |\n| 1 | **2** |',
  '![alt](https://example.com/a.jpg "title") [link](https://example.com "title")',
  '**「強調」**です。これは*「斜体」*です。',
  'H<sub>2</sub>O and <u>under</u> and <kbd>Ctrl</kbd>',
  'A line\\\nbroken',
  String.raw`1\. no list, \*no\* emphasis, \# no heading, a_b_c`,
])('%j survives conversion to HTML and back', async (markdown) => {
  const html = await convert(markdown, 'markdown', 'html');
  const back = await convert(html, 'html', 'markdown');
  expect(await readsTheSame({ body: markdown, format: 'markdown' }, { body: back, format: 'markdown' })).toBe(true);
});

test.for([
  '<p style="text-align: center">Middle</p>',
  '<details open><summary>More</summary><p>One</p>\n\n<p>Two</p></details>',
  '<figure><img src="/a.jpg" alt="A"><figcaption>Under it</figcaption></figure>',
  '<p><ruby>瓦<rt>かわら</rt></ruby>は<mark>版</mark></p>',
  '<table><caption>C</caption><tbody><tr><td colspan="2">wide</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  '<p><img src="/a.jpg" alt="" width="90" height="90"> <a href="/b" target="_blank">b</a></p>',
  '<video src="/a.mp4" controls></video>',
  '<pre><code>a\n\n\nb</code></pre>',
  '<h2 id="日本">One</h2><h3 lang="ja">二</h3>',
  '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
])('%j survives conversion to Markdown', async (html) => {
  const markdown = await convert(html, 'html', 'markdown');
  expect(await readsTheSame({ body: html, format: 'html' }, { body: markdown, format: 'markdown' })).toBe(true);
});

test('plain text is escaped in Markdown and HTML', async () => {
  const text = '# Not a heading\n* not an item\n\n<b>not bold</b> & *so* on\n    indented';
  const html = await convert(text, 'text', 'html');
  expect(html).toContain('&#x3C;b>not bold&#x3C;/b>'.replaceAll('&#x3C;', '&lt;').replaceAll('>', '&gt;'));
  const { text: words } = await renderBody({ body: await convert(text, 'text', 'markdown'), bodyFormat: 'markdown' });
  for (const line of text.split('\n').filter(Boolean)) expect(words).toContain(line.trim());
});

test.for([
  ['<ol start="abc"><li>one</li><li>two</li></ol>', '1. one\n2. two'],
  ['<ol start="-1"><li>one</li><li>two</li></ol>', '-1. one\n0. two'],
  ['<ol><li>one<ol><li>deep</li></ol></li><li>two</li></ol>', '1. one\n1. deep\n2. two'],
] as const)('list items of %j are numbered', async ([html, text]) => {
  expect((await convert(html, 'html', 'text')).replace(/\n+/g, '\n')).toBe(text);
});

test('numbering a list takes linear time', async () => {
  const cost = async (items: number) => {
    const body = `<ol>${'<li>a'.repeat(items)}</ol>`;
    const before = process.cpuUsage();
    await convert(body, 'html', 'text');
    return process.cpuUsage(before).user;
  };
  await cost(1000);
  const few = await cost(4000);
  expect(await cost(40_000)).toBeLessThan(30 * few);
});

test('text shows links, list marks and images as words', async () => {
  const html =
    '<h2>Print</h2><p>See <a href="https://example.com/map">the map</a></p><ol start="3"><li>c<ul><li>deep</li></ul></li><li>d</li></ol><img src="/a.jpg" alt="A">';
  const text = await convert(html, 'html', 'text');
  for (const words of ['Print', 'the map (https://example.com/map)', '3. c', '- deep', '4. d', 'A /a.jpg']) {
    expect(text).toContain(words);
  }
});

test('JSON becomes a code block and converts back', async () => {
  const json = '{"a": "```", "b": [1, 2]}';
  for (const format of ['markdown', 'html', 'text'] as const) {
    const there = await convert(json, 'json', format);
    expect(JSON.parse(await convert(there, format, 'json'))).toEqual(JSON.parse(json));
  }
});

test('other text becomes a JSON string and converts back', async () => {
  for (const format of ['markdown', 'html', 'text'] as const) {
    const body = '<p>"瓦版"\n</p>';
    const json = await convert(body, format, 'json');
    expect(JSON.parse(json)).toBe(body);
    expect(await convert(json, 'json', format)).toBe(body);
  }
});

test('invalid JSON is converted as plain code', async () => {
  expect(await convert('{a', 'json', 'html')).toBe('<pre><code class="language-json">{a\n</code></pre>');
});
