import { expect, test } from 'vitest';
import { convertBody } from './convert-body.ts';
import { renderBody } from './render-body.ts';

const poem = 'Poem\n\n\n    indented  line\n      deeper\n\n　字下げした段落\n\tend';

test('indentation is kept in HTML and Markdown', async () => {
  const html = await convertBody({ body: poem, from: 'text', to: 'html' });
  const room = (spaces: number) => '\u00a0'.repeat(spaces);
  expect(html).toBe(
    `<p>Poem</p>\n<p>${room(4)}indented  line<br>${room(6)}deeper</p>\n<p>　字下げした段落<br>${room(4)}end</p>`,
  );
  const markdown = await convertBody({ body: poem, from: 'text', to: 'markdown' });
  expect((await convertBody({ body: markdown, from: 'markdown', to: 'html' })).replaceAll('<br>\n', '<br>')).toBe(html);
});

test('indentation survives conversion back to text', async () => {
  for (const to of ['html', 'markdown'] as const) {
    const there = await convertBody({ body: '    one\n  two\n\n　三', from: 'text', to });
    expect(await convertBody({ body: there, from: to, to: 'text' })).toBe('    one\n  two\n\n　三');
  }
});

test('links and line breaks of text survive conversion', async () => {
  const body = 'a<br>b <a href="/x" class="c">x</a> 1 < 2';
  for (const to of ['html', 'markdown'] as const) {
    const { html } = await renderBody({ body: await convertBody({ body, from: 'text', to }), bodyFormat: to });
    expect(html).toBe('<p>a<br>b <a href="/x" class="c">x</a> 1 &#x3C; 2</p>');
  }
});
