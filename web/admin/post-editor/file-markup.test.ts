import { expect, test } from 'vitest';
import type { ShownFile } from '#contract/files.ts';
import { addressOf, sizeForBody } from '../posts/shown-file.ts';
import { type MarkupOptions, markupOf, separatorOf } from './file-markup.ts';

const at = (size: string) => `/media/news/images/01hzx3w7gg8hh9jj0kk1mm2nn3/${size}.jpg`;
const variant = (size: string, width: number) => ({ size, width, height: width, src: `${at(size)}?v=2` });

const photo: ShownFile = {
  fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3',
  mimeType: 'image/jpeg',
  name: 'photo.jpg',
  src: `${at('raw')}?v=2`,
  width: 4000,
  height: 4000,
  alt: { en: 'A [stage]', ja: '舞台' },
  variants: [
    ...[variant('400x400', 400), variant('1200x1200', 1200), variant('800x800', 800)],
    ...[variant('400x400xs', 400), variant('2000x1000xc', 2000)],
  ],
};
const report: ShownFile = {
  fileId: 'd',
  mimeType: 'application/pdf',
  name: 'Report "A" & B.pdf',
  src: '/media/news/docs/d.pdf',
};

const inMarkdown: MarkupOptions = { format: 'markdown', as: 'picture', language: 'en', origin: 'https://cms.example' };

test('image uses the largest uncropped size and an unversioned address', () => {
  expect(sizeForBody(photo)).toBe('1200x1200');
  expect(addressOf(photo, '1200x1200')).toBe(at('1200x1200'));
  expect(markupOf(photo, inMarkdown)).toBe(`![A \\[stage\\]](${at('1200x1200')})`);
});

test('image falls back to the original and honors requested sizes', () => {
  const { variants: _, ...plain } = photo;
  expect(sizeForBody(plain)).toBe('raw');
  expect(markupOf(plain, { ...inMarkdown, language: 'ja' })).toBe(`![舞台](${at('raw')})`);
  expect(markupOf(photo, { ...inMarkdown, size: 'raw' })).toContain(at('raw'));
  expect(markupOf(photo, { ...inMarkdown, size: '400x400xs' })).toContain(at('400x400xs'));
});

test('HTML image with caption becomes a figure', () => {
  const inHtml: MarkupOptions = { ...inMarkdown, format: 'html', size: '800x800' };
  expect(markupOf(photo, inHtml)).toBe(`<img src="${at('800x800')}" alt="A [stage]">`);
  expect(markupOf(photo, { ...inHtml, caption: 'One & <two>' })).toBe(
    `<figure><img src="${at('800x800')}" alt="A [stage]"><figcaption>One &amp; &lt;two&gt;</figcaption></figure>`,
  );
});

test('document becomes a link with its label or name', () => {
  const link: MarkupOptions = { ...inMarkdown, as: 'link' };
  expect(markupOf(report, link)).toBe('[Report "A" \\& B.pdf](/media/news/docs/d.pdf)');
  expect(markupOf(report, { ...link, caption: '報告\n書' })).toBe('[報告 書](/media/news/docs/d.pdf)');
  expect(markupOf(report, { ...link, format: 'html' })).toBe(
    '<a href="/media/news/docs/d.pdf">Report &quot;A&quot; &amp; B.pdf</a>',
  );
});

test('plain text and JSON get the absolute address', () => {
  for (const format of ['text', 'json'] as const) {
    expect(markupOf(report, { ...inMarkdown, as: 'link', format })).toBe('https://cms.example/media/news/docs/d.pdf');
    expect(markupOf(photo, { ...inMarkdown, format })).toBe(`https://cms.example${at('1200x1200')}`);
  }
  const elsewhere = { ...report, src: 'https://media.example/news/docs/d.pdf' };
  expect(markupOf(elsewhere, { ...inMarkdown, as: 'link', format: 'text' })).toBe(elsewhere.src);
});

test('file without address has no markup', () => {
  expect(markupOf({ fileId: 'x', mimeType: 'image/png' }, inMarkdown)).toBe(undefined);
});

test('separator is a blank line in Markdown, else a newline', () => {
  expect(separatorOf('markdown')).toBe('\n\n');
  expect(separatorOf('text')).toBe('\n');
});
