import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const MARK = /^<!-- Translated from English text ([0-9a-f]{12}) -->$/m;

interface TranslatedPage {
  readonly english: string;
  readonly japanese: string;
  readonly englishText: string;
  readonly japaneseText: string | undefined;
}

export async function translatedPages(): Promise<TranslatedPage[]> {
  const guide = await Array.fromAsync(glob('docs/guide/*.md', { cwd: root }));
  const names = [...new Set(guide.map((path) => path.replace(/(\.ja)?\.md$/, '')))].toSorted();
  return Promise.all(
    ['README', 'docs/operations', ...names].map(async (name) => ({
      english: `${name}.md`,
      japanese: `${name}.ja.md`,
      englishText: await readFile(join(root, `${name}.md`), 'utf8'),
      japaneseText: await readFile(join(root, `${name}.ja.md`), 'utf8').catch(() => undefined),
    })),
  );
}

export function isCurrent({ englishText, japaneseText = '' }: TranslatedPage): boolean {
  return MARK.exec(japaneseText)?.[1] === digestOf(englishText);
}

export function isLinkedBothWays({ english, japanese, englishText, japaneseText = '' }: TranslatedPage): boolean {
  return (
    englishText.includes(`[日本語](${basename(japanese)})`) && japaneseText.includes(`[English](${basename(english)})`)
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Marks the named Japanese pages, or all of them, as translations of the present English text. */
async function markAsCurrent(names: readonly string[]): Promise<void> {
  for (const page of await translatedPages()) {
    const { japanese, englishText, japaneseText } = page;
    if (japaneseText === undefined || (names.length > 0 && !names.includes(japanese))) continue;
    const text = japaneseText.replace(MARK, '').trimEnd();
    const mark = `<!-- Translated from English text ${digestOf(englishText)} -->`;
    await writeFile(join(root, japanese), `${text}\n\n${mark}\n`);
  }
}

if (import.meta.main) await markAsCurrent(process.argv.slice(2));
