import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldMessages, messages } from '#contract/errors.ts';
import { englishIn } from '#testing/screen-text.ts';

const root = join(import.meta.dirname, '../..');

const FOLDERS = ['web/i18n', 'web/i18n/account', 'web/i18n/comments', 'web/i18n/console'];

/** Texts that existing clients and the specification prescribe. */
const PRESCRIBED = new Set(['Your email is not verified, check the verification mail']);

const FILES = {
  en: [...FOLDERS.map((folder) => `${folder}/en.json`), 'server/mail/texts.en.json'],
  ja: [...FOLDERS.map((folder) => `${folder}/ja.json`), 'server/mail/texts.ja.json'],
};

describe('terms', () => {
  const terms = termsOf(read('docs/glossary.md'));

  test('the glossary lists terms and words to avoid', () => {
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.every(({ used, avoided }) => used.length > 0 && avoided.length > 0)).toBe(true);
  });

  const used = terms.flatMap((term) => term.used).toSorted((one, other) => other.length - one.length);
  const avoided = terms.flatMap((term) => term.avoided);

  test.for([...FILES.en, ...FILES.ja])('%s avoids the dropped words', (file) => {
    const found = textsOf(file).flatMap(([key, text]) => {
      if (PRESCRIBED.has(text)) return [];
      const rest = used.reduce((left, term) => left.replace(patternOf(term, 'g'), ' '), text);
      return avoided.filter((word) => patternOf(word).test(rest)).map((word) => `${key}: ${word}`);
    });
    expect(found).toEqual([]);
  });

  test('words are found whole in English, anywhere in Japanese', () => {
    expect(patternOf('bin').test('Move it to the Bin.')).toBe(true);
    expect(patternOf('bin').test('combine')).toBe(false);
    expect(patternOf('名無し').test('名無しさん')).toBe(true);
  });
});

const JAPANESE = String.raw`[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}、-〟ー（）：？！]`;
const TYPED_SPACE = new RegExp(String.raw`${JAPANESE} (?=[\w{<⌘]|${JAPANESE})|(?<=[\w}>⌘]) ${JAPANESE}`, 'u');

test.for(FILES.ja)('%s has no typed spaces next to Japanese', (file) => {
  expect(textsOf(file).filter(([, text]) => TYPED_SPACE.test(text))).toEqual([]);
});

test.for([
  ['API キー', true],
  ['{{count}} 件', true],
  ['記事 を', true],
  ['APIキー', false],
  ['{{width}} × {{height}}', false],
] as const)('a typed space in %s is found: %s', ([text, isFound]) => {
  expect(TYPED_SPACE.test(text)).toBe(isFound);
});

test.for(FILES.ja)('%s has no English words', (file) => {
  const found = textsOf(file).flatMap(([key, text]) => englishIn(text).map((word) => `${key}: ${word}`));
  expect(found).toEqual([]);
});

describe('keys', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(?:test|fixtures)\.tsx?$/.test(file),
  );
  const { names, patterns } = keysIn(sources.map(read).join('\n'));
  const serverMessages = new Set<string>(
    Object.values({ ...messages, ...fieldMessages }).map((message) => `msg.${message}`),
  );

  /** Matches keys such as `audit.words.gone`, of which the code contains `audit.words`. */
  const isInGroup = (key: string) => {
    const group = key.slice(0, key.lastIndexOf('.'));
    return group.includes('.') && names.has(group);
  };

  test.for(FOLDERS)('every key of %s is used', (folder) => {
    const keys = textsOf(`${folder}/en.json`).map(([key]) => key.replace(/_(?:zero|one|other)$/, ''));
    const isUsed = (key: string) =>
      names.has(key) || isInGroup(key) || serverMessages.has(key) || patterns.some((pattern) => pattern.test(key));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});

/** Collects string literals and attributes, and patterns of template literals such as `audit.actions.${action}`. */
function keysIn(source: string): { names: Set<string>; patterns: RegExp[] } {
  const names = new Set(Array.from(source.matchAll(/(['"])((?:(?!\1)[^\\\n]|\\.)*)\1/g), ([, , text = '']) => text));
  const templates = new Set(
    Array.from(source.matchAll(/`((?!msg\.)\w+\.[^`\n]*\$\{[^`\n]*)`/g), ([, text = '']) => text),
  );
  const patterns = [...templates].map((template) => {
    const parts = template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => RegExp.escape(part));
    return new RegExp(`^${parts.join('.+')}$`);
  });
  return { names, patterns };
}

function termsOf(glossary: string): { used: string[]; avoided: string[] }[] {
  const [, section = ''] = glossary.split('\n## Screens\n');
  const rows = section.split('\n## ', 1)[0]?.matchAll(/^\| (?!English|:)(.+) \| (.+) \| (.+) \|$/gm) ?? [];
  const wordsOf = (cell = '') => cell.split(/[,:] /);
  return Array.from(rows, ([, english, japanese, not]) => ({
    used: [...wordsOf(english), ...wordsOf(japanese)],
    avoided: wordsOf(not),
  }));
}

function patternOf(term: string, flags = ''): RegExp {
  return /^[\x20-\x7e]+$/.test(term)
    ? new RegExp(String.raw`(?<![\w.])${RegExp.escape(term)}(?![\w.]\w)`, `i${flags}`)
    : new RegExp(RegExp.escape(term), flags);
}

type Texts = { readonly [key: string]: string | readonly string[] | Texts };

function textsOf(file: string): (readonly [key: string, text: string])[] {
  return [...walk(JSON.parse(read(file)) as Texts)];
}

function* walk(texts: Texts, prefix = ''): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${prefix}${key}`, value];
    else yield* walk(value as Texts, `${prefix}${key}.`);
  }
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
