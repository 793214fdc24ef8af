import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_COMMENT } from '#contract/comments.ts';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { xssVectors } from '#testing/xss-vectors.ts';
import { countAddresses, toCommentHtml } from './comment-html.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const LINK = /<a href="(https?:\/\/[^"<>\s]+)" rel="nofollow ugc noopener" target="_blank">([^<>"]*)<\/a>/g;

function readBack(html: string): string {
  const plain = html.replaceAll('<br>', '\n').replace(LINK, '$2');
  expect(plain).not.toMatch(/[<>"']/);
  expect(plain.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
  return plain.replace(/&[a-z#0-9]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

const linksOf = (body: string) => Array.from(toCommentHtml(body).matchAll(LINK), ([, href, shown]) => [href, shown]);

test.for([
  ['See https://example.com/a.', 'https://example.com/a'],
  ['(https://example.com/a_(b)) and', 'https://example.com/a_(b)'],
  ['これはhttps://example.com/pathです', 'https://example.com/path'],
  ['「https://example.com/」。', 'https://example.com/'],
  ['https://example.com/a、https', 'https://example.com/a'],
  ['（https://example.com/?q=1）', 'https://example.com/?q=1'],
  ['HTTP://EXAMPLE.COM/A', 'HTTP://EXAMPLE.COM/A'],
  ['https://example.com:8080/#part!', 'https://example.com:8080/#part'],
  ['<https://example.com/>', 'https://example.com/'],
  ['"https://example.com/"', 'https://example.com/'],
  ['https://de.wikipedia.org/wiki/Käse', 'https://de.wikipedia.org/wiki/Käse'],
  ['https://example.com/\u202Egpj.exe', 'https://example.com/'],
] as const)('address in %j becomes a link', ([body, shown]) => {
  expect(linksOf(body)).toEqual([[new URL(shown).href.replaceAll('&', '&amp;'), shown]]);
  expect(readBack(toCommentHtml(body))).toBe(body);
});

test.for([
  'example.com',
  'www.example.com',
  '//example.com/a',
  'mailto:a@example.com a@example.com',
  'ftp://example.com/a',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://bank.example@evil.example/',
  'https://user:password@evil.example/',
  'https:/example.com',
  'https://',
  'https:///example.com',
  'https://日本語.jp/',
  '<a href="javascript:alert(1)">x</a>',
])('%j contains no link', (body) => {
  expect(linksOf(body)).toEqual([]);
  expect(readBack(toCommentHtml(body))).toBe(body);
});

test('several addresses become links and line breaks stay', () => {
  const body = 'https://a.example/ https://b.example/\n\nhttps://c.example/?x=1&y=2';
  expect(linksOf(body).map(([href]) => href)).toEqual([
    ...['https://a.example/', 'https://b.example/', 'https://c.example/?x=1&amp;y=2'],
  ]);
  expect(toCommentHtml(body)).toContain('<br><br>');
});

test('no XSS vector survives', () => {
  for (const vector of xssVectors) {
    for (const body of [vector, `https://example.com/${vector}`, `"><a href="${vector}">`]) {
      const lines = body.replace(/\r\n?/g, '\n');
      expect(readBack(toCommentHtml(lines))).toBe(lines);
    }
  }
});

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    'http://',
    'https://',
    'HTTPS://a.example/',
    'a.example',
    '<',
    '>',
    '"',
    "'",
    '&',
    '&amp;',
    '&#',
    ';',
  ),
  fc.constantFrom('\n', '/', '?', '#', '(', ')', '。', '」', 'あ', '\u202E', '\u0000', ':', '@', '<br>', '<a href="'),
);
const anyBody = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

test('any text is displayed as typed', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      expect(readBack(toCommentHtml(body))).toBe(body);
    }),
    { numRuns: 2000 },
  );
});

test.each(['https://', 'https://a.', 'h', '(', 'https://a.example/(', '<', 'あhttps://a.b/', '://', '\u0300'])(
  'converting a long comment of %j takes linear time',
  (unit) => {
    const bodyOf = (length: number) => unit.repeat(length).slice(0, length);
    const longest = bodyOf(MAX_COMMENT);
    expect(readBack(toCommentHtml(longest))).toBe(longest);
    expect(cpuGrowth((length) => toCommentHtml(bodyOf(length)), MAX_COMMENT)).toBeLessThan(MAX_LINEAR_GROWTH);
  },
);

test.for([
  ['https://a.example https://b.example', 2],
  ['https://a.example/あhttps://b.example/あ', 2],
  ['https://name@a.example/', 1],
  ['spam.com, more.net and Other.ORG.', 3],
  ['www.spam.com', 1],
  ['//a.com //b.com', 2],
  ['spam.xyz/buy', 1],
  ['bit.ly/abc', 1],
  ['安いexample.co.jpで買う', 1],
] as const)('%j contains addresses', ([body, count]) => {
  expect(countAddresses(body)).toBe(count);
});

test.for([
  'See README.md, install.sh and src/main.rs',
  'Node.js, Next.js and Vue.js',
  'console.info(array.at(0), rect.top, element.click, foo.is)',
  'It is done.So I went',
  'me@example.com',
  'and/or, v1.0.2, 3.14, e.g.',
])('%j contains no address', (body) => {
  expect(countAddresses(body)).toBe(0);
});
