import { expect, test } from 'vitest';
import { renderJson } from './render-json.ts';

test('JSON is shown as it was written, coloured and without markup of its own', async () => {
  const { html, text, excerpt } = await renderJson('{"a": "</code><script>"}');
  expect(html).toMatch(/^<pre tabindex="0"><code class="hljs language-json">.*hljs-attr.*<\/code><\/pre>$/);
  expect(html).not.toContain('<script');
  expect([text, excerpt]).toEqual(['', '']);
});

test('JSON of any length is shown, without colours where they would make too much of it', {
  tags: ['extended'],
}, async () => {
  for (const source of [`[${'1,'.repeat(20_000)}1]`, `[${'1,'.repeat(400_000)}1]`]) {
    expect((await renderJson(source)).html).toBe(
      `<pre tabindex="0"><code class="language-json">${source}</code></pre>`,
    );
  }
});
