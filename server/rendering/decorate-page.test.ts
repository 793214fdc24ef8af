import { expect, test } from 'vitest';
import { renderHtml } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';

const html = async (source: string) => (await renderMarkdown(source)).html;

test('line breaks between Japanese lines are removed, others stay', async () => {
  expect(await html('一方、\n改行は\nnew line\n次')).toBe('<p>一方、改行は\nnew line\n次</p>');
  expect(await html('改行の\n**前後**\n*でも*、\n[リンク](/x)\nでも')).toBe(
    '<p>改行の<strong>前後</strong>\n<em>でも</em>、<a href="/x">リンク</a>でも</p>',
  );
  expect((await renderHtml('<p>一行め\n   二行め</p>')).html).toBe('<p>一行め二行め</p>');
  expect(await html('```\n一行\n二行\n```')).toContain('一行\n二行');
  expect(await html('一行  \n二行')).toContain('<br>');
});

test('table becomes a region with a unique name', async () => {
  const names = async (source: string) =>
    [...(await renderHtml(source)).html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name);
  const cell = '<tr><td>x</td></tr>';
  const captioned = `<table><caption>Prices <b>now</b></caption>${cell}</table>`;
  expect(await names(`<table>${cell}</table>${captioned}${captioned}`)).toEqual(['Table 1', 'Prices now', 'Table 3']);
  expect(await names(`<p>これは表です。</p><table>${cell}</table>`)).toEqual(['表 1']);
});

test('English post with a Japanese word is treated as English', async () => {
  const source = `${'Some English prose here. '.repeat(20)}かわらばん[^a].\n\n[^a]: Note.`;
  expect(await html(source)).toContain('>Footnotes</h2>');
});

test('Japanese post with much code is treated as Japanese', async () => {
  const source = `短い説明です[^a]。\n\n\`\`\`js\n${'const a = 1;\n'.repeat(10)}\`\`\`\n\n[^a]: 注です。`;
  expect(await html(source)).toContain('>脚注</h2>');
});

test.for(['ts', 'js {1,3}', 'typescript{3}', 'jsx', 'console', 'diff', 'cpp', 'vue', 'toml', 'yaml', 'html'])(
  'code in %s is highlighted',
  async (language) => {
    expect(await html(`\`\`\`${language}\n- <a href="x">$ const a = [1] // b</a>\n\`\`\``)).toContain('class="hljs ');
    expect(await html(`\`\`\`${language}\n# x\n\`\`\``)).not.toContain('{');
  },
);

test('code in an unknown language stays plain', async () => {
  expect(await html('```klingon\nqapla\n```')).toContain('>qapla\n</code>');
});
