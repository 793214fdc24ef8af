import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXCERPT_LENGTH } from '#contract/posts.ts';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { toExcerpt } from './excerpt.ts';

const filled = (end: string, letter = 'あ', length = EXCERPT_LENGTH) => letter.repeat(length - [...end].length) + end;

test('short text is returned in one line', () => {
  expect(toExcerpt(' One\n\ntwo. ')).toBe('One two.');
  expect(toExcerpt('最初の段落。\n\n次の段落。')).toBe('最初の段落。次の段落。');
  expect(toExcerpt('紙\n墨\n版木')).toBe('紙 墨 版木');
  expect(toExcerpt('')).toBe('');
});

test.for([
  ['、そして', 'そして'],
  ['」と言った。', 'と言った。'],
  ['） ) 続き', '続き'],
  ['「はい」', '「はい」'],
  ['.NET is here', '.NET is here'],
  ['…', ''],
] as const)('excerpt of %s begins with %s', ([text, begins]) => {
  expect(toExcerpt(text)).toBe(begins);
});

test.for([
  ['a quotation that goes on', `${'あ'.repeat(180)}。${'い'.repeat(20)}「はい。」と言${'う'.repeat(200)}`, /^あ+。$/],
  ['anything after a whole quotation', `${'い'.repeat(200)}「はい。」次に${'う'.repeat(200)}`, /「はい。」$/],
  ['a bracket that is open', `${'あ'.repeat(200)}。（注。${'い'.repeat(200)}`, /^あ+。$/],
  ['an English quotation', `${'word '.repeat(40)}he said "so." Then ${'more '.repeat(60)}`, /said "so\."$/],
  ['an abbreviation', `${'word '.repeat(30)}end. ${'word '.repeat(10)}by Dr. Who ${'more '.repeat(60)}`, /end\.$/],
  ['an initial', `${'word '.repeat(30)}end. ${'word '.repeat(10)}by J. Doe ${'more '.repeat(60)}`, /end\.$/],
  ['a number', `${'word '.repeat(30)}end. ${'word '.repeat(10)}is 1.5 or ${'more '.repeat(60)}`, /end\.$/],
] as const)('excerpt ends after the last whole sentence beside %s', ([, text, end]) => {
  expect(toExcerpt(text)).toMatch(end);
});

test('text without a sentence end is cut after a phrase', () => {
  expect(toExcerpt(`${filled('版木を彫り、', '木')}紙を刷る`)).toMatch(/木版木を彫り…$/);
  expect(toExcerpt(`${filled('版木を彫って紙', '木')}を刷る`)).toMatch(/版木を彫って…$/);
  expect(toExcerpt(`${filled('言った「', '木')}はい」`)).toMatch(/言った…$/);
  expect(toExcerpt('word '.repeat(100))).toMatch(/ word…$/);
});

test('small kana, long vowels and closing brackets are not separated', () => {
  expect(toExcerpt(`${filled('ニュ', '木')}ース${'木'.repeat(50)}`)).toMatch(/木…$/);
  expect(toExcerpt(`${filled('待', '木')}って`)).toMatch(/木…$/);
  expect(toExcerpt(`${filled('マ', '木')}ッチ`)).toMatch(/木…$/);
  expect(toExcerpt(`${filled('は', '木')}」${'木'.repeat(50)}`)).toMatch(/木…$/);
});

test('words and addresses within Japanese text are not split', () => {
  expect(toExcerpt(`${filled('紙https://exam', '木')}ple.com/`)).toMatch(/木紙…$/);
  expect(toExcerpt(`${filled('約12.', '木')}8km`)).toMatch(/木約…$/);
});

test('grapheme clusters are not split', () => {
  expect(toExcerpt('👩‍👩‍👧'.repeat(200))).toMatch(/^(?:👩‍👩‍👧)+…$/u);
  expect(toExcerpt('か\u3099'.repeat(200))).toMatch(/^(?:か\u3099)+…$/u);
  expect([...toExcerpt(`a${'\u0301'.repeat(5000)}`)].length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
});

const ordinary = fc.constantFrom(
  '版',
  '木',
  'を',
  'て',
  'カ',
  'a',
  'Z',
  '9',
  '👍🏽',
  '🇯🇵',
  'か\u3099',
  'é',
  '한',
  '𠮷',
);
const others = fc.constantFrom(
  'っ',
  'ー',
  'ょ',
  'ッ',
  '、',
  '。',
  '「',
  '」',
  '（',
  '）',
  '(',
  ')',
  '“',
  '”',
  '.',
  '!',
  ' ',
  '\n',
);
const texts = fc
  .array(fc.tuple(ordinary, ordinary, fc.array(others, { maxLength: 3 })), { minLength: 1, maxLength: 250 })
  .map((parts) => parts.map(([one, two, more]) => `${one}${two}${more.join('')}`).join(''));

test('excerpt of any text is a well-cut prefix', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const excerpt = toExcerpt(text);
      const line = text
        .replace(/(?<=[、。！？」）])\s+/g, '')
        .replace(/\s+/g, ' ')
        .trim();
      const shown = excerpt.replace(/…$/, '');
      expect(line.startsWith(shown)).toBe(true);
      expect([...excerpt].length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
      expect(excerpt).not.toMatch(/^[、。」）]/);
      if (shown === line) return;
      expect(shown).not.toMatch(/[「（(“]$/);
      expect(line.slice(shown.length)).not.toMatch(/^[っーょッ」）]/);
      const letters = [...new Intl.Segmenter('ja').segment(line)].map(({ index }) => index);
      expect(letters).toContain(shown.length);
    }),
    { numRuns: 500 },
  );
});

test.each(['a', ' ', '「', 'ー', '\u0301', '. ', '。\n'])('excerpt of a run of %j takes linear time', (letters) => {
  expect(cpuGrowth((count) => toExcerpt(letters.repeat(count)), 100_000)).toBeLessThan(MAX_LINEAR_GROWTH);
});
