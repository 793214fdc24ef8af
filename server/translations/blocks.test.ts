import { expect, test } from 'vitest';
import { renderMarkdownInProcess } from '../rendering/index.ts';
import { blocksOf } from './blocks.ts';

async function blocksOfMarkdown(markdown: string) {
  return blocksOf((await renderMarkdownInProcess(markdown)).html);
}

async function fingerprints(markdown: string) {
  return (await blocksOfMarkdown(markdown)).map(({ fingerprint }) => fingerprint);
}

test('a page is split into blocks in document order', async () => {
  const blocks = await blocksOfMarkdown(PAGE);
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['heading', 'Press & ink'],
    ['paragraph', 'The first kawaraban was printed in 1615 <maybe>.'],
    ['item', 'Paper'],
    ['item', 'Thin'],
    ['item', 'Wood'],
    ['quote', 'Two sheets.'],
    ['quote', 'One seal.'],
    ['code', 'if (ink) {\n  print();\n}'],
    ['row', 'Year | Sheets'],
    ['row', '1615 | 2'],
    ['picture', 'A sheet'],
    ['paragraph', 'See the archive for 瓦版 and e = mc^2.'],
    ['item', 'A note.'],
  ]);
});

const PAGE = `## Press & ink

The *first* kawaraban was printed in 1615 \\<maybe>.[^a]

- Paper
  - Thin
- Wood

> Two sheets.
>
> One seal.

\`\`\`js
if (ink) {
  print();
}
\`\`\`

| Year | Sheets |
|---|---|
| 1615 | 2 |

![A sheet](/media/news/images/a/raw.png)

See the [archive](https://example.org/archive) for <ruby>瓦版<rt>かわらばん</rt></ruby> and $e = mc^2$.

[^a]: A note.
`;

test('addresses and inline code are literals', async () => {
  const [text, picture] = await blocksOfMarkdown(
    'Run `npm start` and open [the site](https://example.org/?a=1&b=2) or [below](#next).\n\n![](/media/a.png)',
  );
  expect(text?.literals).toEqual(['npm start', 'https://example.org/?a=1&b=2']);
  expect(picture).toMatchObject({ kind: 'picture', text: '', literals: ['/media/a.png'] });
});

test.each([
  ['emphasis', 'A new press.', 'A **new** press.'],
  ['wrapping', 'A new\npress.', 'A new press.'],
  ['wrapping of Japanese text', '新しい\n印刷機です。', '新しい印刷機です。'],
  ['blank lines in a list', '- one\n- two', '- one\n\n- two'],
  ['ruby readings', '瓦版', '<ruby>瓦版<rt>かわらばん</rt></ruby>'],
  ['numbers of footnotes', 'A[^b].\n\n[^b]: B.', 'A[^longer].\n\n[^longer]: B.'],
  ['composed letters', 'が', 'か\u3099'],
  ['targets inside the page', '[Ink](#the-ink)', '[Ink](#ink)'],
])('%s leaves fingerprints unchanged', async (_, before, after) => {
  expect(await fingerprints(after)).toEqual(await fingerprints(before));
});

test.each([
  ['a word', 'A new press.', 'A used press.'],
  ['a link address', '[Ink](https://a.example)', '[Ink](https://b.example)'],
  ['a picture', '![Ink](/media/a.png)', '![Ink](/media/b.png)'],
  ['alternative text', '![Ink](/media/a.png)', '![Red ink](/media/a.png)'],
  ['indentation of code', '```\na\nb\n```', '```\na\n  b\n```'],
  ['a heading level', '## Ink', '### Ink'],
  ['kind', 'Ink', '> Ink'],
  ['a checked task', '- [ ] Ink', '- [x] Ink'],
  ['a border between cells', '| a b | c |\n|---|---|', '| a | b c |\n|---|---|'],
])('%s changes the fingerprint', async (_, before, after) => {
  expect(await fingerprints(after)).not.toEqual(await fingerprints(before));
});
