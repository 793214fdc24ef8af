import { expect, test } from 'vitest';
import { renderJson } from './render-body.ts';

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
