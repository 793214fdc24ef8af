import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type GuideStep =
  | { readonly does: 'open'; readonly address: string }
  | { readonly does: 'type'; readonly field: string; readonly text: string }
  | { readonly does: 'typeFirstPassword'; readonly field: string }
  | { readonly does: 'typeOwnPassword'; readonly field: string }
  | { readonly does: 'typeTimeToCome'; readonly field: string }
  | { readonly does: 'press'; readonly name: string }
  | { readonly does: 'pressForPicture'; readonly name: string }
  | { readonly does: 'pressKey'; readonly key: string }
  | { readonly does: 'see'; readonly text: string }
  | { readonly does: 'look'; readonly picture: string };

type Reading = readonly [RegExp, (...found: string[]) => GuideStep];

/** Other sentences are an error of the guide. */
const readings: Record<'en' | 'ja', readonly Reading[]> = {
  en: [
    [/^Open <(\S+)>\.$/, (address) => ({ does: 'open', address })],
    [/^In \*\*(.+)\*\* type `(.+)`\.$/, (field, text) => ({ does: 'type', field, text })],
    [/^In \*\*(.+)\*\* type the password from the terminal\.$/, (field) => ({ does: 'typeFirstPassword', field })],
    [/^In \*\*(.+)\*\* type a password of your own\.$/, (field) => ({ does: 'typeOwnPassword', field })],
    [/^In \*\*(.+)\*\* enter a time in the future\.$/, (field) => ({ does: 'typeTimeToCome', field })],
    [/^Press \*\*([^*]+)\*\*\.$/, (name) => ({ does: 'press', name })],
    [/^Press \*\*([^*]+)\*\* and choose an image of yours\.$/, (name) => ({ does: 'pressForPicture', name })],
    [/^Press the key `(.+)`\.$/, (key) => ({ does: 'pressKey', key })],
    [/^You see \*\*(.+)\*\*\.$/, (text) => ({ does: 'see', text })],
  ],
  ja: [
    [/^<(\S+)> を開きます。$/, (address) => ({ does: 'open', address })],
    [/^\*\*(.+)\*\* に `(.+)` と入力します。$/, (field, text) => ({ does: 'type', field, text })],
    [/^\*\*(.+)\*\* に、端末に表示されたパスワードを入力します。$/, (field) => ({ does: 'typeFirstPassword', field })],
    [/^\*\*(.+)\*\* に、自分で決めたパスワードを入力します。$/, (field) => ({ does: 'typeOwnPassword', field })],
    [/^\*\*(.+)\*\* に、未来の日時を入力します。$/, (field) => ({ does: 'typeTimeToCome', field })],
    [/^\*\*([^*]+)\*\* を押します。$/, (name) => ({ does: 'press', name })],
    [/^\*\*([^*]+)\*\* を押して、手元の画像を選びます。$/, (name) => ({ does: 'pressForPicture', name })],
    [/^`(.+)` キーを押します。$/, (key) => ({ does: 'pressKey', key })],
    [/^\*\*(.+)\*\* と表示されます。$/, (text) => ({ does: 'see', text })],
  ],
};

const ENDS = {
  en: /(?<=\.)\s+(?=[A-Z])(?=(?:[^`]*`[^`]*`)*[^`]*$)/,
  ja: /(?<=。)(?=(?:[^`]*`[^`]*`)*[^`]*$)/,
};

export async function readGuide(language: 'en' | 'ja'): Promise<string> {
  const name = language === 'en' ? 'getting-started.md' : 'getting-started.ja.md';
  return await readFile(join(import.meta.dirname, '../docs/guide', name), 'utf8');
}

export function stepsOf(guide: string, language: 'en' | 'ja'): readonly GuideStep[] {
  return guide.split('\n').flatMap((line) => {
    const [, picture] = /^!\[.+\]\((\S+)\)$/.exec(line) ?? [];
    if (picture !== undefined) return [{ does: 'look', picture }];
    const [, step] = /^\d+\. (.+)$/.exec(line) ?? [];
    return step === undefined
      ? []
      : step
          .split(ENDS[language])
          .filter(Boolean)
          .map((sentence) => stepOf(sentence, language));
  });
}

function stepOf(sentence: string, language: 'en' | 'ja'): GuideStep {
  for (const [shape, make] of readings[language]) {
    const found = shape.exec(sentence);
    if (found) return make(...found.slice(1));
  }
  throw new Error(`The guide has a step that no test can follow: ${sentence}`);
}
