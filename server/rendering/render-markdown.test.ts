import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXCERPT_LENGTH } from '#contract/posts.ts';
import { markdownToHtml } from './convert-html.ts';
import { renderMarkdown } from './render-markdown.ts';

const html = async (source: string) => (await renderMarkdown(source)).html;

test('renders GitHub-flavored Markdown with footnotes, task lists and tables', async () => {
  const page = await html(
    '| a | b |\n|:--|--:|\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~ https://example.com note[^1]\n\n[^1]: The note.',
  );
  expect(page).toContain('<div class="table-scroll" role="region" aria-label="Table 1" tabindex="0"><table>');
  expect(page).toContain('type="checkbox" checked disabled aria-label="done"');
  expect(page).toContain('<del>gone</del>');
  expect(page).toContain('<a href="https://example.com">');
  expect(page).toContain('The note.');
});

test('short table rows are filled with empty cells', async () => {
  const page = await html('| a | b |\n|:--|--:|\n| 1 |');
  expect(page).toContain('<td align="left">1</td>\n<td align="right"></td>');
});

test('short rows of huge tables are not filled', async () => {
  const source = `${'|'.repeat(1001)}\n${'|-'.repeat(1000)}|\n${'a\n'.repeat(500)}`;
  for (const page of [await html(source), await markdownToHtml(source)]) {
    expect([page.match(/<th[ >]/g)?.length, page.match(/<td[ >]/g)?.length]).toEqual([1000, 500]);
  }
});

test('single newline is not a line break', async () => {
  expect(await html('one\ntwo')).toBe('<p>one\ntwo</p>');
});

test('headings get ids from text or braces', async () => {
  expect(await html('## Getting started')).toBe('<h2 id="getting-started">Getting started</h2>');
  expect(await html('## はじめに')).toContain('id="はじめに"');
  const page = await html('## 変更点 {#changes}\n\n[See](#changes)');
  expect(page).toContain('<h2 id="changes">変更点</h2>');
  expect(page).toContain('href="#changes"');
});

test.for(['a', '注'])('footnote %s links to its note and back', async (name) => {
  const page = await html(`Text[^${name}].\n\n[^${name}]: Note.`);
  const ids = new Set([...page.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(links).toHaveLength(2);
  expect(links.filter((target) => !ids.has(target))).toEqual([]);
});

test('code is highlighted and scrollable by keyboard', async () => {
  const page = await html('```ts\nconst answer = 42;\n```');
  expect(page).toContain('<pre tabindex="0">');
  expect(page).toContain('hljs-keyword');
});

test.for([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<iframe src="https://example.com"></iframe>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<p style="position:fixed;inset:0">x</p>',
  '<form action="https://evil.example"><input name=password></form>',
  '<object data="x"></object><embed src="x">',
  '<base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<details open ontoggle=alert(1)>x</details>',
  '`<script>`<script>alert(1)</script>',
  '<a id="__reactRouterContext" name="cookie">x</a>',
])('%s is sanitized', async (source) => {
  const page = await html(source);
  expect(page).not.toMatch(/<(?:script|iframe|svg|style|form|object|embed|base|meta|link)\b/i);
  expect(page).not.toMatch(/<[^>]+\s(?:on\w+|style|formaction)\s*=/i);
  expect(page).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript):/i);
  expect(page).not.toMatch(/id="__reactRouterContext"|name="cookie"/);
});

test('style elements are removed with their content', async () => {
  expect(await html('before\n\n<style>\np { color: red }\n</style>\n\nafter')).toBe('<p>before</p>\n\n<p>after</p>');
});

test('random Markdown renders without scripts', async () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '`',
    '*',
    '[',
    '](',
    ')',
    '<script',
    'onload=',
    '\n',
    '<!--',
    '-->',
    '&lt;',
    'あ',
    '<p ',
    '{#a}',
    '# ',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 30 }),
      async (parts) => {
        expect(await html(parts.join(''))).not.toMatch(/<script|<[^>]+\sonload\s*=/i);
      },
    ),
    { numRuns: 200 },
  );
});

test('emphasis works beside Japanese brackets and periods', async () => {
  expect(await html('これは**「強調」**です。~~「消した」~~です。')).toBe(
    '<p>これは<strong>「強調」</strong>です。<del>「消した」</del>です。</p>',
  );
});

test('footnote labels use the language of the post', async () => {
  expect(await html('Text[^a].\n\n[^a]: Note.')).toContain('>Footnotes</h2>');
  const page = await html('本文です[^a]。\n\n[^a]: 注です。');
  expect(page).toContain('>脚注</h2>');
  expect(page).toContain('aria-label="本文の参照 1 に戻る"');
});

test.for([
  ['ja', '脚注'],
  ['en-GB', 'Footnotes'],
  ['fr', '脚注'],
] as const)('footnote labels follow the chosen language %s', async ([language, label]) => {
  const { html } = await renderMarkdown('注です[^a]。\n\n[^a]: 注です。', language);
  expect(html).toContain(`>${label}</h2>`);
});

test('ruby readings are in HTML but not in text', async () => {
  const page = await renderMarkdown('<ruby>瓦版<rp>（</rp><rt>かわらばん</rt><rp>）</rp></ruby>を読む。');
  expect(page.html).toContain('<rt>かわらばん</rt>');
  expect(page.text).toBe('瓦版を読む。');
  expect(page.excerpt).toBe('瓦版を読む。');
});

test('short text is its own excerpt without headings and code', async () => {
  const { excerpt, text } = await renderMarkdown('# Title\n\n```\ncode\n```\n\nHello **world**.');
  expect(excerpt).toBe('Hello world.');
  expect(text.startsWith('Title')).toBe(true);
});

test.for([
  ['after a sentence', `${'word '.repeat(40)}end. ${'more '.repeat(60)}`, /end\.$/],
  ['after a Japanese sentence', `${'あ'.repeat(200)}。${'い'.repeat(200)}`, /あ。$/],
  ['between words', 'word '.repeat(100), / word…$/],
  ['within a text without spaces, at a whole letter', '𠮷'.repeat(400), /^𠮷+…$/u],
] as const)('long text is cut %s', async ([, source, end]) => {
  const { excerpt } = await renderMarkdown(source);
  expect(excerpt).toMatch(end);
  expect(excerpt.isWellFormed()).toBe(true);
  expect([...excerpt].length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
});
