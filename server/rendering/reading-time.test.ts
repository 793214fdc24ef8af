import { expect, test } from 'vitest';
import { readingSecondsOf } from './excerpt.ts';
import { renderMarkdown } from './render-markdown.ts';

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

test('counting a megabyte of text is fast', () => {
  const start = performance.now();
  for (const text of ['a', 'あ', 'a-', ' ', '👍']) readingSecondsOf(text.repeat(500_000));
  expect(performance.now() - start).toBeLessThan(3000);
});
