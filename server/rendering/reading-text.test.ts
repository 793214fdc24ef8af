import { expect, test } from 'vitest';
import { readingSecondsOf } from '#contract/reading-time.ts';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { renderHtml } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';

const RUBY = '<ruby>瓦版<rp>（</rp><rt>かわらばん</rt><rp>）</rp></ruby>';

test('text omits footnote references and back links', async () => {
  const { text, excerpt } = await renderMarkdown('One[^a] and two[^b].\n\n[^a]: First note.\n\n[^b]: Second.');
  expect(excerpt).toBe('One and two.');
  expect(text).toContain('First note.');
  expect(text).not.toMatch(/[0-9↩]/);
});

test('text omits footnote markup of other programs', async () => {
  const { text } = await renderHtml(
    '<p>One<sup id="r1"><a href="#n1">[1]</a></sup>, two<sup>[<a href="#n2">2</a>]</sup>, m<sup>2</sup></p>',
  );
  expect(text).toBe('One, two, m2');
});

test('table cells and list items are separated', async () => {
  const { text } = await renderMarkdown('| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  - two\n- three');
  expect(text).toBe('a\tb\n1\t2\none\ntwo\nthree');
  const { excerpt } = await renderMarkdown('| a | b |\n|---|---|\n| 1 | 2 |\n\n- 紙\n  - 半紙\n- 墨');
  expect(excerpt).toBe('紙 半紙 墨');
});

test('fallback content of media is not part of the text', async () => {
  const { text, excerpt } = await renderHtml('<p>Look:</p><video src="a.mp4">Your browser shows no film.</video>');
  expect(text).toBe('Look:');
  expect(excerpt).toBe('Look:');
});

test('headings omit ruby readings, footnote marks and screen-reader-only headings', async () => {
  const { headings } = await renderMarkdown(`## ${RUBY}とは[^a]\n\n## \`code\` and *more*\n\n##\n\n[^a]: 注。`);
  expect(headings).toEqual([
    { id: '瓦版かわらばんとは1', level: 2, text: '瓦版とは' },
    { id: 'code-and-more', level: 2, text: 'code and more' },
  ]);
});

test('long heading is cut between code points', async () => {
  const { headings } = await renderMarkdown(`# ${'𠮷'.repeat(400)}`);
  expect(headings[0]?.text).toBe('𠮷'.repeat(300));
});

test('ids are unique', async () => {
  const { html, headings } = await renderMarkdown(
    '## A {#a}\n\n## B {#a}\n\n## Same\n\n## Same\n\n<p id="a">x</p>\n\n## Same 1',
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(headings.map(({ id }) => id)).toEqual(ids.filter((id) => id !== 'user-content-a'));
});

test('ruby readings do not count toward reading time', async () => {
  const [plain, ruby] = await Promise.all(['瓦版', RUBY].map((word) => renderMarkdown(word.repeat(500))));
  expect(ruby?.readingSeconds).toBe(plain?.readingSeconds);
});

test('code counts per block, at most half the prose', { tags: ['extended'] }, async () => {
  const code = `\`\`\`js\n${'const paper = "word";\n'.repeat(500)}\`\`\`\n\n`;
  const prose = `${'word '.repeat(230)}\n\n`;
  const secondsOf = async (body: string) => (await renderMarkdown(body)).readingSeconds;
  expect(await secondsOf(prose)).toBe(60);
  expect(await secondsOf(`${code}${prose}`)).toBe(70);
  expect(await secondsOf(`${code}${prose}> ${code.replaceAll('\n', '\n> ')}`)).toBe(80);
  expect(await secondsOf(`${code.repeat(20)}${prose}`)).toBe(90);
  expect(await secondsOf('```\none word\n```')).toBe(1);
});

test('Japanese is counted by characters, other scripts by words', () => {
  expect(readingSecondsOf('あ'.repeat(500))).toBe(60);
  expect(readingSecondsOf('漢字カナー々'.repeat(250))).toBe(180);
  expect(readingSecondsOf('word '.repeat(230))).toBe(60);
  expect(readingSecondsOf('слово '.repeat(230))).toBe(60);
});

test('mixed text takes the sum of its parts', () => {
  expect(readingSecondsOf(`${'あ'.repeat(500)} ${'word '.repeat(230)}`)).toBe(120);
  expect(readingSecondsOf('日本語とEnglish')).toBe(readingSecondsOf('日本語と English'));
});

test('punctuation takes no time and does not split words', () => {
  expect(readingSecondsOf('、。「」…'.repeat(1000))).toBe(0);
  for (const word of ["don't", 'state-of-the-art', '1,234.5', 'nai\u0308ve']) {
    expect(readingSecondsOf(`${word} `.repeat(230))).toBe(60);
  }
  expect(readingSecondsOf('')).toBe(0);
});

test.each(['a', 'あ', 'a-', ' ', '👍'])('counting a run of %j takes linear time', (text) => {
  expect(cpuGrowth((count) => readingSecondsOf(text.repeat(count)), 20_000)).toBeLessThan(MAX_LINEAR_GROWTH);
});
