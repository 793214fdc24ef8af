import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { unsafeParts } from '#testing/unsafe-parts.ts';
import { convertBody } from './convert-body.ts';
import { mathSyntax } from './math-syntax.ts';
import { renderBody, renderHtml } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';

const html = async (source: string) => (await renderMarkdown(source)).html;

const POWER = '<msup><mi>x</mi><mn>2</mn></msup></math>';

test.for([
  ['$x^2$', `<p><math alttext="x^2">${POWER}</p>`],
  ['数$x^2$は', `<p>数<math alttext="x^2">${POWER}は</p>`],
  ['$$x^2$$', `<p><math alttext="x^2" display="block" tabindex="0">${POWER}</p>`],
  ['$$ x^2 $$', `<p><math alttext="x^2" display="block" tabindex="0">${POWER}</p>`],
  ['$$\nx^2\n$$', `<math alttext="x^2" display="block" tabindex="0">${POWER}`],
  ['```math\nx^2\n```', `<math alttext="x^2" display="block" tabindex="0">${POWER}`],
] as const)('%j becomes MathML', async ([source, expected]) => {
  expect(await html(source)).toBe(expected);
});

test.for([
  'It costs $5 and $10.',
  'From $5-$10, US$5 or 5$ to 10$.',
  'Set $HOME/bin:$PATH.',
  'Cheap: $$ and $$$',
  '$$ Cheap eats',
  'a $ b $ c',
])('%j stays text', async (source) => {
  expect(await html(source)).toBe(`<p>${source}</p>`);
});

test('dollars in code and escaped dollars stay text', async () => {
  expect(await html('`$x$` \\$x$')).toBe('<p><code>$x$</code> $x$</p>');
});

test('emphasis and links between prices are rendered', async () => {
  expect(await html('$5, **10 €** and [$10](https://example.com).')).toBe(
    '<p>$5, <strong>10 €</strong> and <a href="https://example.com">$10</a>.</p>',
  );
});

test('a formula with an error is shown as its source', async () => {
  expect(await html('$\\frac{$ and $\\href{javascript:alert(1)}{x}$')).toBe(
    '<p><code class="language-math">\\frac{</code> and <code class="language-math">\\href{javascript:alert(1)}{x}</code></p>',
  );
  expect(await html('$\\def\\a{\\a\\a}\\a$')).toContain('<code');
});

test.for(['\\def\\a{xx}', '\\gdef\\a{xx}', '\\let\\a=x', '\\newcommand\\a{xx}', '\\renewcommand{\\a}{xx}'])(
  'a formula with %s stays code, since macros can grow without bound',
  async (definition) => {
    expect(await html(`$${definition}\\a$`)).toContain('<code class="language-math">');
  },
);

test('text of a formula is escaped', async () => {
  const page = await html('$\\text{"<img src=x onerror=alert(1)>"}$');
  expect(page).toContain('<mtext>"&#x3C;img');
  expect(unsafeParts(page)).toEqual([]);
});

test.for(["\\text{5\\$'s}", '\\text{\\$\\$$x$$y$}', '5\\$`'])(
  'dollars of %j stay in the source of the formula',
  async (tex) => {
    const { html: page, text } = await renderMarkdown(`\`\`\`math\n${tex}\n\`\`\``);
    expect(page).toMatch(/^<math [^<>]+>/);
    expect(text).toBe(tex);
  },
);

test('text, headings and excerpt have the source of formulas', async () => {
  const { text, excerpt, headings } = await renderMarkdown('## On $x^2$\n\nThe power $x^2$.\n\n$$\n\\frac{a}{b}\n$$');
  expect(text).toBe('On x^2\n\nThe power x^2.\n\n\\frac{a}{b}');
  expect(excerpt).toBe('The power x^2.');
  expect(headings).toMatchObject([{ text: 'On x^2' }]);
});

test('MathML in HTML bodies keeps layout, loses links and annotations', async () => {
  const { html: page, text } = await renderHtml(
    '<p><math display="block" href="javascript:alert(1)" onclick="alert(1)"><semantics><mfrac linethickness="2px"><mi mathvariant="normal">a</mi><mi href="javascript:alert(1)" xlink:href="javascript:alert(1)">b</mi></mfrac><annotation encoding="application/x-tex">\\frac ab</annotation><annotation-xml encoding="text/html"><p>x</p></annotation-xml></semantics></math></p>',
  );
  expect(page).toBe(
    '<p><math display="block" tabindex="0"><mfrac linethickness="2px"><mi mathvariant="normal">a</mi><mi>b</mi></mfrac></math></p>',
  );
  expect(text).toBe('ab');
});

test.for([
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<math><mi><svg><mi><style><img src=x onerror=alert(1)></style></mi></svg></mi></math>',
  '<math><mtext><a href="javascript:alert(1)">x</a></mtext></math>',
  '<math><maction actiontype="statusline#https://evil.example" xlink:href="javascript:alert(1)">x</maction></math>',
  '<math><mtext><math><mtext><p><style><!--</style><img title="--><img src=x onerror=alert(1)>"></p></mtext></math>',
  '<math><mspace width="9999em" height="9999em"></mspace><mi style="position:fixed;inset:0">x</mi></math>',
  '<mtable><mtr><mtd><script>alert(1)</script></mtd></mtr></mtable>',
])('hostile MathML is sanitized and stays the same when rendered again: %s', async (source) => {
  for (const bodyFormat of ['html', 'markdown'] as const) {
    const { html: page } = await renderBody({ body: source, bodyFormat });
    expect(unsafeParts(page)).toEqual([]);
    expect(page).not.toMatch(/9999|position|<(?:style|svg|form|script|mglyph|maction)\b/);
    expect(page).not.toMatch(/<math(?:(?!<\/math>).)*<(?!\/?m)/s);
    expect((await renderHtml(page)).html).toBe(page);
  }
});

test('conversion to HTML keeps the formula, to text its source', async () => {
  const from = 'markdown';
  expect(await convertBody({ body: 'a $x^2$', from, to: 'html' })).toContain('<math alttext="x^2">');
  expect(await convertBody({ body: 'a $x^2$', from, to: 'text' })).toBe('a x^2');
});

test('conversion to Markdown keeps MathML and escapes dollars that would begin a formula', async () => {
  const to = 'markdown';
  const mathml = '<math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math>';
  const body = await convertBody({ body: `<p>US$5 $x$ ${mathml}</p>`, from: 'html', to });
  expect(body).toBe(`US$5 \\$x$ ${mathml}`);
  expect(await html(body)).toBe(`<p>US$5 $x$ ${mathml}</p>`);
  expect(await html(await convertBody({ body: '$x$ is', from: 'text', to }))).toBe('<p>$x$ is</p>');
});

const parser = unified().use(remarkParse).use(mathSyntax).freeze();

test.for(['$5 ', '$x$ ', '$a $$b '])('parsing a run of %j takes linear time', (run) => {
  expect(cpuGrowth((count) => parser.parse(run.repeat(count)), 500)).toBeLessThan(MAX_LINEAR_GROWTH);
});
