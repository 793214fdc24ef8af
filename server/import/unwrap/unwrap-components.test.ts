import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown-map.ts';
import { unwrapComponents } from './unwrap-components.ts';

function plain(source: string, isMdx = false): string {
  return unwrapComponents(source, { isMdx })
    .body.replace(/\n(?:[ \t]*\n)+/g, '\n\n')
    .trim();
}

const mdx = (source: string) => plain(source, true);

test('children of components are Markdown without empty lines around', () => {
  expect(plain('before\n\n<Note>\n\nIt is *so*.\n\n</Note>\n\nafter')).toBe('before\n\nIt is *so*.\n\nafter');
  expect(plain('before\n<Note>\nIt is *so*.\n</Note>\nafter')).toBe('before\n\nIt is *so*.\n\nafter');
  expect(plain('<Note>It is *so*.</Note>')).toBe('It is *so*.');
});

test('counts every component by name', () => {
  const { components } = unwrapComponents('<A1>\n\n<Note>x</Note> <Note>y</Note> <Icon.Big />\n\n</A1>', {
    isMdx: false,
  });
  expect(components).toEqual({ A1: 1, Note: 2, 'Icon.Big': 1 });
});

test('unwraps nested components from the outside in', () => {
  expect(mdx('<Tabs>\n    <Tab>\n        one *two*\n\n        - three\n    </Tab>\n</Tabs>')).toBe(
    'one *two*\n\n- three',
  );
});

test('parses attributes of every kind', () => {
  const attributes = `a="x > y" b={{ c: '}' }} d={() => { return "</Note>" }} {...rest} e='"'`;
  expect(plain(`<Note\n  ${attributes}\n  f\n>\n\ninside\n\n</Note>`)).toBe('inside');
  expect(plain(`before <Note ${attributes} /> after`)).toBe('before  after');
});

test('keeps titles, links and pictures', () => {
  expect(plain('<BlogCard title="T_1" url="/u">text</BlogCard>')).toBe('**[T\\_1](/u)**\n\ntext');
  expect(plain('<BlogCard title="A" url="/a">one</BlogCard>\n<BlogCard title="B" url="/b">two</BlogCard>')).toBe(
    '**[A](/a)**\n\none\n\n**[B](/b)**\n\ntwo',
  );
  expect(plain('<YouTubeIframe src="https://example.com/embed/1" />')).toBe('<https://example.com/embed/1>');
  expect(plain('<Illustration alt="A cat" src="/cat.png" />')).toBe('![A cat](/cat.png)');
  expect(plain('<Diagram alt="Three boxes">\n\nThe caption\n\n</Diagram>')).toBe('*Three boxes*\n\nThe caption');
  expect(plain('<AlertBox title="!">\ntext\n</AlertBox>')).toBe('text');
});

test('inline link wraps the children, a title follows them', () => {
  expect(plain('See <Link href="/x">the docs</Link> and <Icon alt="a tick" />.')).toBe(
    'See [the docs](/x) and a tick.',
  );
  expect(plain('an <Abbr title="HyperText">HT</Abbr> word')).toBe('an HT (HyperText) word');
  expect(plain('x <Go to="javascript:alert(1)">y</Go> z')).toBe('x y z');
});

test('keeps lists and quotations together', () => {
  expect(plain('- <Note>\n  child\n  </Note>\n- two')).toBe('- child\n\n- two');
  expect(plain('> <Note>\n> child\n> </Note>')).toBe('> \n> child\n>');
  expect(plain('1. one\n\n   <Note title="T">\n   child\n   </Note>\n2. two')).toBe(
    '1. one\n\n   **T**\n\n   child\n\n2. two',
  );
});

test('leaves code unchanged', () => {
  const code =
    '```jsx\n<Note>{/* x */}</Note>\nimport a from "b"\n```\n\nUse `<Note>` and `{/* x */}`.\n\n    <Indented />';
  expect(unwrapComponents(code, { isMdx: false })).toMatchObject({ body: code, components: {} });
  expect(plain('<Sandpack>\n```js\n<Note/>\n</Sandpack>\n```\n</Sandpack>')).toBe('```js\n<Note/>\n</Sandpack>\n```');
  expect(plain('<Note>\nUse `<Note>`.\n</Note>')).toBe('Use `<Note>`.');
});

test('shows tag-like text as text and reports it', () => {
  const { body, components, notes } = unwrapComponents('An Array<String>, <Your Name> and <file>; \\<App\\> 1 < 2', {
    isMdx: false,
  });
  expect(body).toBe('An Array&lt;String>, &lt;Your Name> and &lt;file>; \\<App\\> 1 < 2');
  expect(components).toEqual({});
  expect(notes).toEqual(['shown as text: <String>', 'shown as text: <Your Name>', 'shown as text: <file>']);
  expect(plain('<pre>List<String></pre>')).toBe('<pre>List&lt;String></pre>');
});

test('keeps HTML, also in capitals', () => {
  const html = '<P>one<BR>two</P>\n\n<details><summary>more</summary>\n\n**text**\n\n</details>\n\n<IMG SRC="a.png">';
  expect(plain(html)).toBe(html);
});

test('replaces embedded media by links', () => {
  const { body, components } = unwrapComponents('<iframe title="A talk" src="//example.com/1"></iframe>', {
    isMdx: false,
  });
  expect(body).toBe('<a href="https://example.com/1">A talk</a>');
  expect(components).toEqual({ iframe: 1 });
  expect(plain('<video controls><source src="/a.mp4"></video>')).toBe('<a href="/a.mp4">/a.mp4</a>');
  expect(plain('<embed src="javascript:alert(1)">')).toBe('');
  expect(unwrapComponents('<script>x</script>', { isMdx: false }).removed).toEqual([
    '<script>, which posts do not show',
  ]);
});

test('removes comments and turns heading comments into ids', () => {
  const { body, removed } = unwrapComponents('## Title {/*my-id*/}\n\na {/* gone */} b\n\n{/*\n\nall\n\n*/}\nc', {
    isMdx: false,
  });
  expect(body).toBe('## Title {#my-id}\n\na  b\n\nc');
  expect(removed).toEqual(['{/* gone */}', '{/* all */}']);
});

test('removes MDX modules including their empty lines', () => {
  const source =
    'import A from "a"\n\nexport const meta = {\n  a: 1,\n\n  b: "}"\n}\n\nText.\n\nimport taxes rise\n\n```js\nimport b from "b"\n```';
  const { body, removed } = unwrapComponents(source, { isMdx: true });
  expect(body.trim()).toBe('Text.\n\nimport taxes rise\n\n```js\nimport b from "b"\n```');
  expect(removed).toEqual(['import A from "a"', 'export const meta = { a: 1, b: "}" }']);
  const markdown = 'import A from "a"\n\n<Card />';
  expect(unwrapComponents(markdown, { isMdx: false }).removed).toEqual(['import A from "a"']);
  expect(plain('import A from "a"')).toBe('import A from "a"');
});

test('replaces literal expressions and reports others', () => {
  const { body, notes } = unwrapComponents(`a{' '}b {"*"} {props.x} \\{no\\}`, { isMdx: true });
  expect(body).toBe('a b \\* {props.x} \\{no\\}');
  expect(notes).toEqual(['left as written: {props.x}']);
  expect(plain(`a {'b'} c`)).toBe(`a {'b'} c`);
});

test('converts terminal components to code blocks', () => {
  expect(plain('<TerminalBlock>\nnpm i a@1\nnpm i *b*\n</TerminalBlock>')).toBe('```sh\nnpm i a@1\nnpm i *b*\n```');
  const log = `<ConsoleLogLine level="error">\n\nOops{'\\n'}\n{'  '}at \\<App\\> <span>x</span>\n\n</ConsoleLogLine>`;
  expect(unwrapComponents(log, { isMdx: false }).body.trim()).toBe('```text\nOops\n\n  at <App> x\n```');
  expect(plain('<TerminalBlock>\n\n<Note>x</Note>\n\n</TerminalBlock>')).toBe('x');
});

test('converts JSX attributes to plain HTML', () => {
  const { body, removed } = unwrapComponents(`<div style={{ a: 1 }} title={'t'}><br /><span /></div>`, { isMdx: true });
  expect(body).toBe('<div title="t"><br /><span></span></div>');
  expect(removed).toEqual(['style of <div>']);
});

test('parses Markdown inside HTML of MDX', () => {
  expect(mdx('<div>\n  A [link](/x).\n</div>')).toBe('<div>\n\nA [link](/x).\n\n</div>');
  expect(mdx('<div>\n```js\n<A/>\n```\n</div>')).toBe('<div>\n\n```js\n<A/>\n```\n\n</div>');
  expect(plain('<div>\n  A [link](/x).\n</div>')).toBe('<div>\n  A [link](/x).\n</div>');
});

test('names the lines of invalid MDX and keeps their text', () => {
  const source = 'Text <Foo\n\n<Note>\n\nkept\n\n</Note>';
  const { body, notes } = unwrapComponents(source, { isMdx: true, firstLine: 4 });
  expect(body).toContain('Text');
  expect(body).toContain('kept');
  expect(notes).toContainEqual(expect.stringMatching(/^line 4 is not valid MDX and is shown as text: \S/));
});

test('reads attributes of Vue and without quotes', () => {
  expect(plain('a <Foo :size="3" name=x title="T" /> b')).toBe('a T b');
  expect(plain('<div>\n    <iframe src=/x></iframe>\n</div>')).toBe('<div>\n    <a href="/x">/x</a>\n</div>');
});

test('ends at a tag below an unclosed fence in a list', () => {
  expect(unwrapComponents('- ~~~\n<style>', { isMdx: true }).body).toBe('- ~~~\n\n<style>');
});

const pieces = fc.constantFrom(
  ...[
    '<Note>',
    '</Note>',
    '<Tab title="x">',
    '</Tab>',
    '<Foo a={`>`} />',
    '<',
    '<Ab',
    '</',
    '/>',
    '>',
    '<A.b>',
    '</A.b>',
    '<>',
    '</>',
  ],
  ...[
    '{/*',
    '*/}',
    '{',
    '}',
    "{'x'}",
    '`',
    '```',
    '```\n',
    '~~~\n',
    '\n',
    '\n\n',
    '    ',
    '- ',
    '> ',
    '# ',
    '| a |\n|--|\n',
    '\\',
  ],
  ...[
    '<div>',
    '</div>',
    '<pre>',
    '</pre>',
    '<!--',
    '-->',
    '<iframe src="/x">',
    '[a](',
    ')',
    '*',
    '"',
    '=',
    'import a from "b"\n',
  ],
  ...['words', 'ことば', 'Array<String>', '<style>'],
);
const sources = fc
  .array(fc.oneof({ weight: 5, arbitrary: pieces }, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

const expectNoneRemaining = (numRuns: number) =>
  fc.assert(
    fc.property(sources, fc.boolean(), (source, isMdx) => {
      const { body } = unwrapComponents(source, { isMdx });
      const html = nodesOf(body, 'html').map((text) => text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''));
      expect(html.join('\n')).not.toMatch(/<\/?(?:Note|Tab|Foo|Ab|A\.b|String)\b/);
    }),
    { numRuns },
  );

test('terminates for any input, leaving no component outside code', () => expectNoneRemaining(300));

test('terminates for any input in 3,000 runs', { tags: ['extended'] }, () => expectNoneRemaining(3000));

test('unwrapping is idempotent', () => {
  fc.assert(
    fc.property(sources, (source) => {
      const once = unwrapComponents(source, { isMdx: false }).body;
      expect(Object.keys(unwrapComponents(once, { isMdx: false }).components)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

const blocks = fc.oneof(
  fc.constantFrom(
    '<Note>',
    '</Note>',
    '<Tab title="x">',
    '</Tab>',
    'some *text*',
    '- a list',
    '<Foo />',
    '<Note>x</Note>',
  ),
  fc.constantFrom('```jsx\n<Note>{x}</Note>\n```', '~~~\n</Tab>\n  <Foo\n~~~', '    <Indented />', '`<Note>` in text'),
);

test('never changes code blocks', () => {
  fc.assert(
    fc.property(fc.array(blocks, { maxLength: 12 }), (parts) => {
      const source = parts.join('\n\n');
      const code = nodesOf(source, 'code');
      expect(nodesOf(unwrapComponents(source, { isMdx: false }).body, 'code')).toEqual(code);
    }),
    { numRuns: 200 },
  );
});

function unwrapNested(depth: number): void {
  const { body, components } = unwrapComponents(`${'<Box>\n'.repeat(depth)}x${'\n</Box>'.repeat(depth)}`, {
    isMdx: false,
  });
  expect(body.trim()).toBe('x');
  expect(components.Box).toBeGreaterThanOrEqual(depth);
}

test('unwraps hundreds of nested components quickly', () => unwrapNested(300));

test('unwraps a thousand nested components quickly', { tags: ['extended'] }, () => unwrapNested(1000));

function nodesOf(source: string, type: Nodes['type']): string[] {
  const found: string[] = [];
  visit(parseMarkdown(source), type, (node) => {
    if ('value' in node) found.push(node.value);
  });
  return found;
}
