import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ComparedBlock } from '#contract/translations.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { renderMarkdownInProcess } from '../rendering/index.ts';
import { type Block, blocksOf } from './blocks.ts';
import { alignTranslation, type BlockChange, compareBlocks, countBlocks } from './compare-blocks.ts';

const POSTS = new URL('../starter-content/posts/', import.meta.url);
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
const FIGURE = /<figure>[\s\S]*?<\/figure>/;
const VERSIONS_OF_POST = 20;
const MAX_EDITS = 20;

/** A piece of Markdown that renders as one block. `from` is the number of the piece that it was before the edits. */
interface Piece {
  readonly markdown: string;
  readonly from?: number;
  readonly isChanged?: boolean;
}

function piecesOf(markdown: string): Piece[] {
  const chunks = markdown.match(/^```[\s\S]*?^```$|^(?:(?!```).+\n?)+/gm) ?? [];
  const pieces = chunks.flatMap((chunk) => {
    const text = chunk.trimEnd();
    if (text.startsWith('|')) return text.split(/\n(?!\| :?---)/);
    return isItem(text) ? text.split('\n') : [text];
  });
  return pieces.map((piece, from) => ({ markdown: piece, from }));
}

const isItem = (markdown: string) => /^(?:-|\d+\.) /.test(markdown);
const isRow = (markdown: string) => markdown.startsWith('|');
const isText = ({ markdown }: Piece) => /^[\p{L}「]/u.test(markdown) && !markdown.includes('\n');

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.reduce((text, { markdown }, at) => {
    const last = pieces[at - 1]?.markdown ?? '';
    const isTight = (isItem(last) && isItem(markdown)) || (isRow(last) && isRow(markdown));
    return `${text}${isTight ? '\n' : '\n\n'}${markdown}`;
  }, '');
}

type Edit = (pieces: Piece[], at: number, random: () => number) => void;

function editText(change: (markdown: string, random: () => number) => string, keeps = false): Edit {
  return (pieces, at, random) => {
    const piece = pieces[at];
    if (!piece || !isText(piece)) return;
    const markdown = change(piece.markdown, random);
    pieces[at] = { ...piece, markdown, isChanged: piece.isChanged || (!keeps && markdown !== piece.markdown) };
  };
}

const SENTENCES = [
  ['The press stands idle on Sundays.', '日曜日は印刷を休みます。'],
  ['Three apprentices carry the sheets to the bridge before dawn.', '夜明け前に、弟子が三人で刷り物を橋まで運びます。'],
  ['Prices rose twice that year, and buyers complained.', 'その年は値段が二度上がり、客から苦情が出ました。'],
] as const;

function sentence(like: string, random: () => number): string {
  const [english, japanese] = SENTENCES[Math.floor(random() * SENTENCES.length)] ?? SENTENCES[0];
  return `${/\p{Script=Hiragana}/u.test(like) ? japanese : english} (${Math.floor(random() * 1e6)})`;
}

/** Moves over fewer pieces could equal moves of the others. */
const MOVE = 4;

const EDITS: Readonly<Record<string, Edit>> = {
  'a word': editText((text) => text.replace(/\p{L}{2,}(?=[^\p{L}]*$)/u, 'ink')),
  'a sentence more': editText((text, random) => `${text} ${sentence(text, random)}`),
  'a sentence less': editText((text) => text.replace(/(?<=[.。])[^.。]+[.。]$/u, '')),
  'another text': editText((text, random) => sentence(text, random)),
  emphasis: editText((text) => text.replace(/^\p{L}+/u, '**$&**'), true),
  'another wrapping': editText((text) => text.replace(/(?<=[a-z]) (?=[a-z])|(?<=[、。])(?=\p{L})/u, '\n'), true),
  deletion: (pieces, at) => {
    if (isText(pieces[at] as Piece)) pieces.splice(at, 1);
  },
  insertion: (pieces, at, random) => {
    const { markdown } = pieces[at] as Piece;
    if (isText(pieces[at] as Piece)) pieces.splice(at, 0, { markdown: sentence(markdown, random) });
  },
  'an item or row more': (pieces, at, random) => {
    const { markdown } = pieces[at] as Piece;
    const next = pieces[at + 1]?.markdown ?? '';
    const text = sentence(markdown, random);
    if (isItem(markdown)) pieces.splice(at + 1, 0, { markdown: `- ${text}`.replace('-', marker(markdown)) });
    else if (isRow(markdown) && isRow(next)) pieces.splice(at + 1, 0, { markdown: `| ${text} |` });
  },
  'a move': (pieces, at) => {
    const [piece] = pieces.slice(at, at + 1);
    const [last, next] = pieces.slice(at + MOVE, at + MOVE + 2);
    if (!piece || !last || !isText(piece) || (next && isRow(last.markdown) && isRow(next.markdown))) return;
    pieces.splice(at, 1);
    pieces.splice(at + MOVE, 0, { markdown: piece.markdown });
  },
  'a split': (pieces, at) => {
    const piece = pieces[at];
    const [first, second] = piece && isText(piece) ? piece.markdown.split(/(?<=\.) (?=[A-Z])|(?<=。)/) : [];
    if (!piece || !first || !second || first + second !== piece.markdown.replace(`${first} `, first)) return;
    const changed = { ...piece, isChanged: true };
    const isLonger = first.length >= second.length;
    pieces.splice(
      at,
      1,
      { ...(isLonger && changed), markdown: first },
      { ...(!isLonger && changed), markdown: second },
    );
  },
  'a merge': (pieces, at) => {
    const [piece, next] = pieces.slice(at, at + 2);
    if (!piece || !next || !isText(piece) || !isText(next)) return;
    const longer = piece.markdown.length >= next.markdown.length ? piece : next;
    pieces.splice(at, 2, { ...longer, markdown: `${piece.markdown} ${next.markdown}`, isChanged: true });
  },
};

const marker = (item: string) => item.slice(0, item.indexOf(' '));

class Score {
  #expected = 0;
  #reported = 0;
  #right = 0;

  add(expected: readonly string[], reported: readonly string[]): void {
    const remaining = [...expected];
    for (const item of reported) {
      if (!remaining.includes(item)) continue;
      remaining.splice(remaining.indexOf(item), 1);
      this.#right += 1;
    }
    this.#expected += expected.length;
    this.#reported += reported.length;
  }

  get expected(): number {
    return this.#expected;
  }

  get precision(): number {
    return this.#right / this.#reported;
  }

  get recall(): number {
    return this.#right / this.#expected;
  }

  toString(): string {
    return `precision ${this.precision.toFixed(3)}, recall ${this.recall.toFixed(3)}`;
  }
}

type Change = Pick<BlockChange, 'state' | 'former' | 'original'>;

interface Version {
  readonly pieces: readonly Piece[];
  readonly blocks: readonly Block[];
}

function expectedChanges(before: Version, after: Version): Change[] {
  const kept = new Set(after.pieces.map(({ from }) => from));
  const changed = after.pieces.flatMap(({ from, isChanged }, at): Change[] => {
    const original = after.blocks[at] as Block;
    if (from === undefined) return [{ state: 'missing', former: null, original }];
    return isChanged ? [{ state: 'changed', former: before.blocks[from] as Block, original }] : [];
  });
  const removed = before.blocks.filter((_, at) => !kept.has(at));
  return [...changed, ...removed.map((former) => ({ state: 'extra' as const, former, original: null }))];
}

function sidesOf({ former, original }: Change): string[] {
  return [...(former ? [`old ${former.fingerprint}`] : []), ...(original ? [`new ${original.fingerprint}`] : [])];
}

const toText = ({ state, former, original }: Change) => `${state}: ${former?.fingerprint} > ${original?.fingerprint}`;

async function blocksOfPieces(pieces: readonly Piece[]): Promise<Block[]> {
  const blocks = blocksOf((await renderMarkdownInProcess(joinPieces(pieces))).html);
  expect(blocks, joinPieces(pieces)).toHaveLength(pieces.length);
  return blocks;
}

/** Several edits of each post of the starter content, several times over. */
async function scoreCorpus() {
  const [blocks, changes] = [new Score(), new Score()];
  const random = seededRandom(42);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  for (const name of readdirSync(POSTS, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.md') || name.includes('type-specimen')) continue;
    const pieces = piecesOf(readFileSync(new URL(name, POSTS), 'utf8').replace(FRONT_MATTER, '').replace(FIGURE, ''));
    const before = { pieces, blocks: await blocksOfPieces(pieces) };
    for (let version = 0; version < VERSIONS_OF_POST; version += 1) {
      const edited = [...pieces];
      for (let count = 1 + Math.floor(random() * MAX_EDITS); count > 0; count -= 1) {
        pick(Object.values(EDITS))(edited, Math.floor(random() * edited.length), random);
      }
      const after = { pieces: edited, blocks: await blocksOfPieces(edited) };
      const expected = expectedChanges(before, after);
      const reported = compareBlocks(before.blocks, after.blocks).filter(({ state }) => state !== 'current');
      blocks.add(expected.flatMap(sidesOf), reported.flatMap(sidesOf));
      changes.add(expected.map(toText), reported.map(toText));
    }
  }
  return { blocks, changes };
}

const corpus = await scoreCorpus();

test(`${corpus.blocks.expected} outdated blocks are found with ${corpus.blocks}`, () => {
  expect(corpus.blocks.expected).toBeGreaterThan(500);
  expect(corpus.blocks.precision).toBeGreaterThanOrEqual(0.95);
  expect(corpus.blocks.recall).toBeGreaterThanOrEqual(0.95);
});

// Replacing a block by an unlike one cannot be distinguished from removing it and adding another.
test(`${corpus.changes.expected} changes have their state with ${corpus.changes}`, () => {
  expect(corpus.changes.precision).toBeGreaterThanOrEqual(0.95);
  expect(corpus.changes.recall).toBeGreaterThanOrEqual(0.9);
});

const sheet = (...texts: string[]) =>
  blocksOf(texts.map((text) => (text.startsWith('<') ? text : `<p>${text}</p>`)).join(''));

test('an edited block is paired with its former text among replaced ones', () => {
  const changes = compareBlocks(
    sheet('Opening.', 'The shop is closed on Sunday.', 'End.'),
    sheet('Opening.', 'Bring your own paper.', 'The shop is open on Sunday.', 'End.'),
  );
  expect(changes.map(({ state, former, original }) => [state, former?.text, original?.text])).toEqual([
    ['current', 'Opening.', 'Opening.'],
    ['missing', undefined, 'Bring your own paper.'],
    ['changed', 'The shop is closed on Sunday.', 'The shop is open on Sunday.'],
    ['current', 'End.', 'End.'],
  ]);
  expect(countBlocks(changes)).toEqual({ outdated: 1, missing: 1, extra: 0 });
});

test('a moved block is extra in its old place and missing in the new one', () => {
  const changes = compareBlocks(sheet('A', 'B', 'C', 'D'), sheet('B', 'C', 'D', 'A'));
  expect(changes.map(({ state }) => state)).toEqual(['extra', 'current', 'current', 'current', 'missing']);
});

test('a heading that became a paragraph of other text is extra', () => {
  const changes = compareBlocks(sheet('<h2>Prices</h2>'), sheet('Bring your own paper.'));
  expect(changes.map(({ state }) => state)).toEqual(['extra', 'missing']);
});

test('a wholly rewritten long text is compared with limited work', () => {
  const texts = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`);
  expect(countBlocks(compareBlocks(sheet(...texts('old')), sheet(...texts('new'))))).toEqual({
    ...{ outdated: 3000, missing: 0, extra: 0 },
  });
});

const columns = (blocks: readonly ComparedBlock[]) =>
  blocks.map(({ state, original, former, translation }) => [state, (original ?? former)?.text, translation?.text]);

test('a draft that copies the original is aligned before anything is reviewed', () => {
  const original = sheet('<h2>One</h2>', 'Two', 'Three');
  expect(columns(alignTranslation(compareBlocks([], original), original))).toEqual([
    ['missing', 'One', 'One'],
    ['missing', 'Two', 'Two'],
    ['missing', 'Three', 'Three'],
  ]);
});

test('a new block of the original has nothing beside it until it is translated', () => {
  const changes = compareBlocks(
    sheet('It opens at 9.', 'Paper costs 4 mon.'),
    sheet('It opens at 9.', 'Ink is free since 1721.', 'Paper costs 4 mon.'),
  );
  expect(columns(alignTranslation(changes, sheet('9時に開きます。', '紙は4文です。')))).toEqual([
    ['current', 'It opens at 9.', '9時に開きます。'],
    ['missing', 'Ink is free since 1721.', undefined],
    ['current', 'Paper costs 4 mon.', '紙は4文です。'],
  ]);
  expect(
    columns(alignTranslation(changes, sheet('9時に開きます。', '1721年から墨は無料。', '紙は4文です。')))[1],
  ).toEqual([...['missing', 'Ink is free since 1721.', '1721年から墨は無料。']]);
});

test('a removed block stays beside its translation', () => {
  const changes = compareBlocks(sheet('<h2>Prices</h2>', 'Free.', 'New.'), sheet('<h2>Prices</h2>', 'New.'));
  expect(columns(alignTranslation(changes, sheet('<h2>値段</h2>', '無料です。', '新しいです。')))).toEqual([
    ['current', 'Prices', '値段'],
    ['extra', 'Free.', '無料です。'],
    ['current', 'New.', '新しいです。'],
  ]);
});

test('a block that only the translation has stands alone', () => {
  const changes = compareBlocks(sheet('One'), sheet('One'));
  expect(columns(alignTranslation(changes, sheet('一', '<blockquote>訳者の注</blockquote>')))).toEqual([
    ['current', 'One', '一'],
    ['current', undefined, '訳者の注'],
  ]);
});
