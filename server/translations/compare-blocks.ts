import { diffArrays } from 'diff';
import type { BlockCounts, BlockState, ComparedBlock } from '#contract/translations.ts';
import { align } from './align.ts';
import type { Block } from './blocks.ts';

/** `former` is the block as last reviewed; blocks are missing in the translation, or extra there. */
export type BlockChange = Pick<ComparedBlock, 'state' | 'original' | 'former'>;

/** Versions with more differing blocks are compared as a whole. */
const LIMITS = { maxEditLength: 1000 };

/** Compares the blocks that were reviewed with the present ones of the original, in document order. */
export function compareBlocks(reviewed: readonly Block[], original: readonly Block[]): BlockChange[] {
  const changes: BlockChange[] = [];
  const similarityOf = similarityWithin(MAX_SIMILARITIES);
  let removed: Block[] = [];
  let added: Block[] = [];
  const addReplacements = () => {
    for (const [former = null, block = null] of align(removed, added, similarityOf)) {
      changes.push({ state: former && block ? 'changed' : former ? 'extra' : 'missing', original: block, former });
    }
    [removed, added] = [[], []];
  };
  for (const run of runsOf(reviewed, original)) {
    if (run.removed) removed = run.value;
    else if (run.added) added = run.value;
    else {
      addReplacements();
      changes.push(...run.value.map((block) => ({ state: 'current' as const, original: block, former: block })));
    }
  }
  addReplacements();
  return changes;
}

interface Run {
  readonly value: Block[];
  readonly added?: boolean;
  readonly removed?: boolean;
}

function runsOf(before: readonly Block[], after: readonly Block[]): Run[] {
  const comparator = (one: Block, other: Block) => one.fingerprint === other.fingerprint;
  const runs = diffArrays([...before], [...after], { comparator, ...LIMITS });
  return (
    runs ?? [
      { value: [...before], removed: true },
      { value: [...after], added: true },
    ]
  );
}

/** Each comparison of two texts takes some microseconds; further ones count as unlike. */
const MAX_SIMILARITIES = 10_000;
const MAX_LETTERS = 500;
const MIN_SIMILARITY = 0.3;
/** Blocks of one kind in the same place replace each other even when their texts are unlike. */
const SAME_KIND = 0.1;

function similarityWithin(limit: number): (former: Block, block: Block) => number {
  const pairs = new Map<Block, Map<string, number>>();
  let left = limit;
  return (former, block) => {
    const sameKind = former.kind === block.kind ? SAME_KIND : 0;
    left -= 1;
    if (left < 0) return sameKind;
    const similarity = sharedRatio(letterPairs(pairs, former), letterPairs(pairs, block));
    return similarity >= MIN_SIMILARITY ? similarity + sameKind : sameKind;
  };
}

function letterPairs(known: Map<Block, Map<string, number>>, block: Block): Map<string, number> {
  const cached = known.get(block);
  if (cached) return cached;
  const counts = new Map<string, number>();
  const text = ` ${block.text || block.literals.join(' ')} `.toLowerCase().slice(0, MAX_LETTERS);
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  known.set(block, counts);
  return counts;
}

/** Sørensen–Dice coefficient. */
function sharedRatio(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [shared, total] = [0, 0];
  for (const [pair, count] of one) {
    shared += Math.min(count, other.get(pair) ?? 0);
    total += count;
  }
  for (const count of other.values()) total += count;
  return total === 0 ? 0 : (2 * shared) / total;
}

/** A new block of the original has a counterpart only when the translation has a block to spare. */
const WEIGHTS: Readonly<Record<BlockState, number>> = { current: 1, changed: 1, extra: 0.9, missing: 0.6 };

/**
 * Puts the blocks of the translation beside those of the original, by kind, order, literals and length (Gale and Church
 * 1993). A block that only the translation has is `current` with nothing beside it.
 */
export function alignTranslation(changes: readonly BlockChange[], translation: readonly Block[]): ComparedBlock[] {
  const ratio = lengthOf(translation) / Math.max(1, lengthOf(changes.flatMap((change) => change.original ?? [])));
  const score = ({ state, original, former }: BlockChange, block: Block) =>
    WEIGHTS[state] * Math.max(...[original, former].map((own) => (own ? likeness(own, block, ratio) : 0)));
  return align(changes, translation, score).map(([change, block = null]) => ({
    ...(change ?? { state: 'current', original: null, former: null }),
    translation: block,
  }));
}

function likeness(own: Block, block: Block, ratio: number): number {
  if (own.kind !== block.kind) return 0;
  const [shorter = 0, longer = 0] = [own.text.length * ratio, block.text.length].sort((one, other) => one - other);
  return 1 + (1 + shorter) / (2 + 2 * longer) + sharedLiterals(own, block);
}

const NUMBER = /\d+/g;

function sharedLiterals(own: Block, block: Block): number {
  const [one, other] = [own, block].map(
    ({ text, literals }) => new Set([...literals, ...(text.match(NUMBER) ?? [])]),
  ) as [Set<string>, Set<string>];
  return one.size + other.size === 0 ? 0 : (2 * one.intersection(other).size) / (one.size + other.size);
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

export function countBlocks(changes: readonly BlockChange[]): BlockCounts {
  const count = (state: BlockState) => changes.filter((change) => change.state === state).length;
  return { outdated: count('changed'), missing: count('missing'), extra: count('extra') };
}
