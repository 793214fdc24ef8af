import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml } from '../platform/escaping.ts';
import { renderText } from './render-text.ts';

const link = (address: string, shown = address) => `<a href="${address}" target="_blank" rel="noopener">${shown}</a>`;

test('line breaks stay and markup is escaped', () => {
  expect(renderText('a <b> & "c"\r\nd\n\ne').html).toBe('a &lt;b&gt; &amp; &quot;c&quot;<br>d<br><br>e');
});

test.for([
  ['See https://a.example/x?y=1&z=2.', `See ${link('https://a.example/x?y=1&amp;z=2')}.`],
  ['(https://a.example/b_(c))', `(${link('https://a.example/b_(c)')})`],
  ['詳しくはhttps://a.example/をご覧ください', `詳しくは${link('https://a.example/')}をご覧ください`],
  ['「https://a.example」', `「${link('https://a.example')}」`],
  ['HTTP://A.example!', `${link('HTTP://A.example')}!`],
  ['https://a.example/"onclick="x', `${link('https://a.example/')}&quot;onclick=&quot;x`],
  ['xhttps://a.example', 'xhttps://a.example'],
  ['javascript:alert(1) ftp://a.example', 'javascript:alert(1) ftp://a.example'],
  ['https://[', 'https://['],
] as const)('%s is linked up to the end of the address', ([source, html]) => {
  expect(renderText(source).html).toBe(html);
});

test.for([
  ['a<br>b<BR />c', 'a<br>b<br>c', 'a\nb\nc'],
  ['<a class="b" href="/x" title="t">x <b></a>', '<a class="b" href="/x" title="t">x &#x3C;b></a>', 'x <b>'],
  ["<A HREF='/x?a=1&amp;b=2'>one\ntwo</A>", '<a href="/x?a=1&#x26;b=2">one<br>two</a>', 'one\ntwo'],
  ['<a href=/x target=_blank>x</a>', '<a href="/x" target="_blank" rel="noopener">x</a>', 'x'],
  ['<a href="/x" rel="nofollow evil" class="">x</a>', '<a href="/x" rel="nofollow">x</a>', 'x'],
  [
    '<a href="https://a.example">https://b.example</a>',
    '<a href="https://a.example">https://b.example</a>',
    'https://b.example',
  ],
  ['<a href="/x" onclick="alert(1)" style="position:fixed" id="x">x</a>', '<a href="/x">x</a>', 'x'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>', 'x'],
  ['<a href="java&#10;script:alert(1)">x</a>', '<a>x</a>', 'x'],
] as const)('%s is live markup in plain text', ([source, html, text]) => {
  expect(renderText(source)).toMatchObject({ html, text });
});

test.for([
  ...['1 < 2', 'if (a<b && c>d) {}', '<b>bold</b>', '<script>alert(1)</script>', '<br', '<br onclick=x>', '<break>'],
  ...['<a>x</a>', '<a name="x">y</a>', '<a href="/x">never ends', '</a>', '<abbr title="x">y</abbr>', '<a href="/x"/>'],
  ...['<a href="/x"x>y</a>', '< a href="/x">y</a>', '<p><img src=x onerror=alert(1)></p>', '&lt;b&gt; &amp;'],
])('%s is shown as typed', (source) => {
  expect(renderText(source).html).toBe(escapeHtml(source));
});

test('nested link makes the outer one plain text', () => {
  expect(renderText('<a href="/x">a<a href="/y">b</a>').html).toBe('&#x3C;a href="/x">a<a href="/y">b</a>');
});

test('many unclosed tags are parsed in linear time', () => {
  for (const part of ['<a href="/x">', '<a href="', "<a x='", '<a b ', '<br ', '</a ']) {
    expect(renderText(part.repeat(50_000)).html).not.toMatch(/<a/);
  }
});

test('text is the body, excerpt is one line', () => {
  const { text, excerpt } = renderText('one\n two ');
  expect([text, excerpt]).toEqual(['one\n two ', 'one two']);
});

test('random text keeps only links and line breaks as markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      const { html } = renderText(`${source} https://a.example/${source}`);
      expect(html.replace(/<br>|<a href="[^"<>]*" target="_blank" rel="noopener">|<\/a>/g, '')).not.toMatch(/[<>"']/);
    }),
  );
});
