import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderText } from './render-text.ts';

const link = (address: string, shown = address) => `<a href="${address}" target="_blank" rel="noopener">${shown}</a>`;

test('lines stay lines, and nothing in them is markup', () => {
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
] as const)('%s is linked as far as the address goes', ([source, html]) => {
  expect(renderText(source).html).toBe(html);
});

test('the text is the body, and the excerpt its beginning in one line', () => {
  const { text, excerpt } = renderText('one\n two ');
  expect([text, excerpt]).toEqual(['one\n two ', 'one two']);
});

test('whatever is written, it reads the same, with links and lines alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      const { html } = renderText(`${source} https://a.example/${source}`);
      expect(html.replace(/<br>|<a href="[^"<>]*" target="_blank" rel="noopener">|<\/a>/g, '')).not.toMatch(/[<>"']/);
    }),
  );
});
